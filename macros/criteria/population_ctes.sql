{#-
    CTEs that end in `population_sizes`: for each published class how many of the population belong to it. The population goes down the
    same ladder: who has the labels of a class that is published from a rung is there, and is nobody's crowd at a later one.

    population   relation, with the quasi-identifiers under their own names or those of population.columns
    classes      CTE of the published records, with the published labels under the names of the quasi-identifiers
-#}
{% macro population_ctes(policy, population, hierarchies, rungs, classes) %}
    {%- set labels = dbt_crowd._ladder_labels(policy, rungs) -%}
    {%- set persons = true if policy.population.get('privacy_unit') else false -%}
    {%- set grain = dbt_crowd._pluck(labels, 'alias') + (['crowd_person'] if persons else []) -%}
    {%- set keys = dbt_crowd._quoted_names(policy.quasi_identifiers) -%}
    {%- set state = namespace(before='population_tuples', ctes=dbt_crowd._population_tuples_ctes(policy, population, hierarchies, labels, grain)) -%}
    {%- set published = 'class_labels as (\n    select distinct\n        ' ~ keys | join(',\n        ') ~ ',\n        1 as crowd_found\n    from ' ~ classes ~ '\n)' -%}
    {%- set state.ctes = state.ctes + [published] -%}
    {%- for rung in rungs -%}
        {%- set state.ctes = state.ctes + [dbt_crowd._taken_cte(policy, 'population', rung, loop.index, state.before, grain)] -%}
        {%- set state.before = 'population_' ~ loop.index -%}
    {%- endfor -%}
    {%- set lines = ['crowd_person'] if persons else ['crowd_rows'] -%}
    {%- for column in policy.quasi_identifiers -%}
        {%- set label = dbt_crowd._label_by_rung(column, loop.index0, rungs, state.before) | replace('generalized.', '') | replace(state.before ~ '.', '') -%}
        {%- do lines.append(label ~ ' as ' ~ dbt_crowd.quoted(column.name)) -%}
    {%- endfor -%}
    {%- set routed = 'population_routed as (\n    select\n        ' ~ lines | join(',\n        ') ~ '\n    from ' ~ state.before ~ '\n    where crowd_rung is not null\n)' -%}
    {%- set size = 'count(distinct crowd_person)' if persons else 'sum(crowd_rows)' -%}
    {%- set sizes = 'population_sizes as (\n    select\n        ' ~ keys | join(',\n        ') ~ ',\n        ' ~ size ~ ' as crowd_population\n    from population_routed\n    group by ' ~ keys | join(', ') ~ '\n)' -%}
    {%- do return(state.ctes + [routed, sizes]) -%}
{% endmacro %}


{#- The population under the names of the quasi-identifiers, and its combinations of labels at the levels that the rungs use. -#}
{% macro _population_tuples_ctes(policy, population, hierarchies, labels, grain) %}
    {%- set renamed = policy.population.get('columns') or {} -%}
    {%- set unit = policy.population.get('privacy_unit') -%}
    {%- set lines = [dbt_crowd.person_expression({'privacy_unit': unit}) ~ ' as crowd_person'] if unit else [] -%}
    {%- for column in policy.quasi_identifiers -%}
        {%- set own = dbt_crowd.quoted(renamed.get(column.name, column.name)) -%}
        {%- set name = dbt_crowd.quoted(column.name) -%}
        {%- do lines.append(own if own == name else own ~ ' as ' ~ name) -%}
    {%- endfor -%}
    {%- set selected = ['crowd_person'] if unit else [] -%}
    {%- for label in labels -%}
        {%- do selected.append(label.expression | indent(8) ~ ' as ' ~ label.alias) -%}
    {%- endfor -%}
    {%- set joins = dbt_crowd.hierarchy_joins(policy, hierarchies, 'population') | replace('\n', '\n    ') -%}
    {%- do return([
        'population as (\n    select\n        ' ~ lines | join(',\n        ') ~ '\n    from ' ~ population ~ '\n)',
        'population_labels as (\n    select\n        ' ~ (selected or ['1 as crowd_row']) | join(',\n        ') ~ '\n    from population' ~ ('\n    ' ~ joins if joins else '') ~ '\n)',
        'population_tuples as (\n    select\n        ' ~ (grain + ['count(*) as crowd_rows']) | join(',\n        ') ~ '\n    from population_labels'
            ~ ('\n    group by ' ~ grain | join(', ') if grain else '') ~ '\n)',
    ]) -%}
{% endmacro %}


{#- `<name>_<number>`: who is in a published class of this rung, or was in one of an earlier rung. -#}
{% macro _taken_cte(policy, name, rung, number, before, grain) %}
    {%- set terms = [] -%}
    {%- for column in policy.quasi_identifiers -%}
        {%- set level = rung[loop.index0] -%}
        {%- set alias = dbt_crowd._label_alias(loop.index0, level, column.levels[level]) -%}
        {%- set published = 'class_labels.' ~ dbt_crowd.quoted(column.name) -%}
        {%- set is_top = dbt_crowd._is_top_level(column, level) -%}
        {%- do terms.append(published ~ " = '*'" if is_top else dbt_crowd.is_same(before ~ '.' ~ alias, published)) -%}
    {%- endfor -%}
    {%- set found = 'case when class_labels.crowd_found = 1 then ' ~ number ~ ' end' -%}
    {%- set lines = dbt_crowd._qualified(before, grain + ['crowd_rows']) -%}
    {%- do lines.append((found if number == 1 else 'coalesce(' ~ before ~ '.crowd_rung, ' ~ found ~ ')') ~ ' as crowd_rung') -%}
    {%- do return(
        name ~ '_' ~ number ~ ' as (\n    select\n        ' ~ lines | join(',\n        ') ~ '\n    from ' ~ before
        ~ '\n    left join class_labels\n        on ' ~ terms | join('\n        and ') ~ '\n)'
    ) -%}
{% endmacro %}


{#-
    `absent_figures`: the classes of those of the population whom no published class took, at the last rung, in which there is
    no record of the input either that none took. Their share is 0, and nothing that is left out could cure it: with a
    lower bound above 0 the release as a whole fails.
-#}
{% macro _absent_ctes(policy) %}
    {%- set labels = dbt_crowd._ladder_labels(policy, policy.rungs) -%}
    {%- set grain = dbt_crowd._pluck(labels, 'alias') -%}
    {%- set tuples = 'select\n        ' ~ (grain + ['count(*) as crowd_rows']) | join(',\n        ') ~ '\n    from input_labels' ~ ('\n    group by ' ~ grain | join(', ') if grain else '') -%}
    {%- set state = namespace(before='input_tuples', ctes=['input_tuples as (\n    ' ~ tuples ~ '\n)']) -%}
    {%- for rung in policy.rungs -%}
        {%- set state.ctes = state.ctes + [dbt_crowd._taken_cte(policy, 'input_tuples', rung, loop.index, state.before, grain)] -%}
        {%- set state.before = 'input_tuples_' ~ loop.index -%}
    {%- endfor -%}
    {%- set keys = dbt_crowd._rung_keys(labels, policy.rungs[-1]) -%}
    {%- set list = (keys + ['']) | join(',\n        ') -%}
    {%- do return(state.ctes + [
        'left_over as (\n    select\n        ' ~ list ~ '1 as crowd_in_input\n    from ' ~ state.before ~ '\n    where crowd_rung is null\n    union all\n    select\n        ' ~ list
            ~ '0 as crowd_in_input\n    from population_' ~ policy.rungs | length ~ '\n    where crowd_rung is null\n)',
        'absent as (\n    select\n        ' ~ list ~ 'max(crowd_in_input) as crowd_here\n    from left_over' ~ ('\n    group by ' ~ keys | join(', ') if keys else '') ~ '\n    having max(crowd_in_input) = 0\n)',
        'absent_figures as (\n    select count(*) as crowd_population_absent\n    from absent\n)',
    ]) -%}
{% endmacro %}
