{#-
    After routing: the published classes are judged, those of equal labels from several rungs as one, and the records of
    classes that fail are left out. What is sensitive never steers a record to a rung: that alone would tell of it.
-#}
{% macro _criteria_suppression_ctes(policy, hierarchies, rungs, population) %}
    {%- do return(dbt_crowd._routed_criteria_ctes(policy, hierarchies, rungs, population) + dbt_crowd._kept_ctes(policy, rungs)) -%}
{% endmacro %}


{#- CTEs that end in `released`: the routed records whose class fails nothing. -#}
{% macro _kept_ctes(policy, rungs) %}
    {%- set columns = dbt_crowd._unpublished_columns(policy) + dbt_crowd._quoted_names(dbt_crowd.published_columns(policy)) -%}
    {%- set passes = [] -%}
    {%- for criterion in dbt_crowd.criteria(policy)[1:] -%}
        {%- do passes.append('fails_' ~ criterion.number ~ '.crowd_found is null') -%}
    {%- endfor -%}
    {%- set leaning = dbt_crowd._leaning_keys(policy, rungs) -%}
    {%- set kept -%}
{{ 'kept' if leaning else 'released' }} as (
    select
        {{ dbt_crowd._qualified('routed', columns) | join(',\n        ') }}
    from routed
    {{ dbt_crowd._joined_failures(dbt_crowd.criteria(policy), dbt_crowd._published_keys(policy, rungs)) }}
    where
        {{ passes | join('\n        and ') }}
)
    {%- endset -%}
    {%- do return([kept] + (dbt_crowd._still_crowds_ctes(policy, leaning, columns) if leaning else [])) -%}
{% endmacro %}


{#- Under `nulls: wildcard` a thin class leans on a crowd; these are the columns that tell the two apart. -#}
{% macro _leaning_keys(policy, rungs) %}
    {%- do return(dbt_crowd._published_keys(policy, rungs) if policy.nulls == 'wildcard' else []) -%}
{% endmacro %}


{#- Where a crowd is taken away, the thin classes that leant on no other go too. -#}
{% macro _still_crowds_ctes(policy, keys, columns) %}
    {%- set released -%}
released as (
    select
        {{ dbt_crowd._qualified('kept', columns) | join(',\n        ') }}
    from kept
    inner join standing
        on {{ dbt_crowd._join_on('kept', 'standing', keys, '        ') }}
)
    {%- endset -%}
    {%- do return(dbt_crowd._crowds_ctes(policy, 'standing', 'kept', keys, dbt_crowd._crowd_size(policy)) + [released]) -%}
{% endmacro %}


{#-
    The criteria of a policy, judged on the routed records. What others take away takes nobody of the population, who
    is some later rung's then; so criteria beside a population come last.
-#}
{% macro _routed_criteria_ctes(policy, hierarchies, rungs, population) %}
    {%- set persons = true if policy.privacy_unit else false -%}
    {%- set keys = dbt_crowd._published_keys(policy, rungs) -%}
    {%- set grain = {'from': 'routed', 'keys': keys, 'persons': persons, 'rows': 'count(*)', 'codes': false} -%}
    {%- set asked = dbt_crowd.criteria(policy) -%}
    {%- set ctes = dbt_crowd.overall_ctes(dbt_crowd.sensitive_columns(policy), 'generalized', persons) -%}
    {%- if not policy.get('population') -%}
        {%- do return(ctes + dbt_crowd.criteria_ctes(asked, grain)) -%}
    {%- endif -%}
    {%- set own = asked | rejectattr('criterion', 'in', ['k_map', 'delta_presence']) | list -%}
    {%- set state = namespace(ctes=ctes + dbt_crowd.criteria_ctes(own, grain), classes='routed') -%}
    {%- if own | length > 1 -%}
        {%- set passes = [] -%}
        {%- for criterion in own[1:] -%}
            {%- do passes.append('fails_' ~ criterion.number ~ '.crowd_found is null') -%}
        {%- endfor -%}
        {%- set state.ctes = state.ctes + [
            'staying as (\n    select\n        ' ~ dbt_crowd._qualified('routed', dbt_crowd._quoted_names(policy.quasi_identifiers)) | join(',\n        ')
            ~ '\n    from routed\n    ' ~ dbt_crowd._joined_failures(own, keys) ~ '\n    where\n        ' ~ passes | join('\n        and ') ~ '\n)'
        ] -%}
        {%- set state.classes = 'staying' -%}
    {%- endif -%}
    {%- set beside = dbt_crowd.population_ctes(policy, population, hierarchies, rungs, state.classes) -%}
    {%- do return(state.ctes + beside + dbt_crowd.criteria_ctes(asked | selectattr('criterion', 'in', ['k_map', 'delta_presence']) | list, grain)) -%}
{% endmacro %}


{#- The joins that bring the failing classes of every criterion to the routed records. -#}
{% macro _joined_failures(asked, keys) %}
    {%- set joins = [] -%}
    {%- for criterion in asked if criterion.criterion != 'k' -%}
        {%- set fails = 'fails_' ~ criterion.number -%}
        {%- do joins.append('left join ' ~ fails ~ '\n        on ' ~ dbt_crowd._join_on('routed', fails, keys, '        ')) -%}
    {%- endfor -%}
    {%- do return(joins | join('\n    ')) -%}
{% endmacro %}


{#- The published columns that tell classes apart, as SQL: all but those that are `*` at every rung. -#}
{% macro _published_keys(policy, rungs) %}
    {%- set keys = [] -%}
    {%- for column in policy.quasi_identifiers -%}
        {%- set position = loop.index0 -%}
        {%- set telling = [] -%}
        {%- for rung in rungs if not dbt_crowd._is_top_level(column, rung[position]) -%}
            {%- do telling.append(rung) -%}
        {%- endfor -%}
        {%- if telling -%}
            {%- do keys.append(dbt_crowd.quoted(column.name)) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- do return(keys + dbt_crowd._rung_column(policy)) -%}
{% endmacro %}
