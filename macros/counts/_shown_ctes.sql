{#-
    What counts show, held against their members: CTEs that end in shown_figures, with how many rows and totals are not what
    the members add up to. It is there to find what published_counts_query does wrong, so that it shares nothing with it
    but how numbers are rounded and what a measure means.
    shown      relation or '(query)' with what is, or would be, published
    protected  the tables of `crowd protect`, where totals are exact
-#}
{% macro _shown_ctes(policy, shown, protected) %}
    {%- set keys = dbt_crowd._quoted_names(dbt_crowd.cell_columns(policy)) -%}
    {%- set measures = policy.measures | selectattr('kind', 'in', ['count', 'persons', 'sum']) | list -%}
    {%- set totals = dbt_crowd.count_totals(policy.measures, policy.total_by, policy.totals) -%}
    {%- set lines = keys + ['crowd_rung'] -%}
    {%- for measure in measures -%}
        {%- do lines.append(dbt_crowd.quoted(measure.name) ~ ' as crowd_shown_' ~ loop.index) -%}
    {%- endfor -%}
    {%- for total in totals -%}
        {%- do lines.append(dbt_crowd.quoted(total.name) ~ ' as crowd_total_' ~ loop.index) -%}
    {%- endfor -%}
    {%- set ctes = ['shown as (\n    select\n        ' ~ lines | join(',\n        ') ~ '\n    from ' ~ shown ~ ' as published\n)'] -%}
    {%- set ctes = ctes + dbt_crowd._shown_cells_ctes(policy, keys, measures) -%}
    {%- set untrue = ['(select count(*) from shown_cells) + (select count(*) from recounted) - 2 * (select count(*) from borne_out)'] -%}
    {%- for names in policy.total_by -%}
        {%- set its = [] -%}
        {%- for total in totals if total.by == names -%}
            {%- do its.append({'measure': total.measure, 'place': measures.index(total.measure) + 1, 'shown': 'crowd_total_' ~ (totals.index(total) + 1)}) -%}
        {%- endfor -%}
        {%- if its -%}
            {%- do ctes.extend(dbt_crowd._shown_totals_ctes(policy, names, its, loop.index, protected)) -%}
            {%- do untrue.append('(select count(*) from margin_' ~ loop.index ~ '_untrue)') -%}
        {%- endif -%}
    {%- endfor -%}
    {%- do return(ctes + ['shown_figures as (\n    select\n        ' ~ untrue | join('\n        + ') ~ ' as crowd_rows_untrue\n)']) -%}
{% endmacro %}


{#- Each row that shows something, beside a new count of the members that are published there. -#}
{% macro _shown_cells_ctes(policy, keys, measures) %}
    {%- set shown = ['crowd_rung'] -%}
    {%- set lines = keys + ['crowd_rung', 'count(*) as crowd_times'] -%}
    {%- set recounted = keys + ['crowd_rung'] -%}
    {%- set same = ['shown_cells.crowd_times = 1'] -%}
    {%- for measure in measures -%}
        {%- set name = 'crowd_shown_' ~ loop.index -%}
        {%- do shown.append(name) -%}
        {%- do lines.append('min(' ~ name ~ ') as ' ~ name) -%}
        {%- do recounted.append(dbt_crowd._recounted(policy, measure) ~ ' as ' ~ name) -%}
        {%- do same.append(dbt_crowd._is_shown('shown_cells.' ~ name, measure, 'recounted.' ~ name)) -%}
    {%- endfor -%}
    {%- set grouped = (keys + ['crowd_rung']) | join(',\n        ') -%}
    {%- do return([
        'shown_cells as (\n    select\n        ' ~ lines | join(',\n        ') ~ '\n    from shown\n    where '
            ~ shown | join(' is not null or ') ~ ' is not null\n    group by\n        ' ~ grouped ~ '\n)',
        'recounted as (\n    select\n        ' ~ recounted | join(',\n        ') ~ '\n    from members\n    where crowd_rung is not null\n    group by\n        ' ~ grouped ~ '\n)',
        'borne_out as (\n    select shown_cells.crowd_rung\n    from shown_cells\n    inner join recounted\n        on shown_cells.crowd_rung = recounted.crowd_rung\n        and '
            ~ dbt_crowd._join_on('shown_cells', 'recounted', keys, '        ') ~ '\n    where\n        ' ~ same | join('\n        and ') ~ '\n)',
    ]) -%}
{% endmacro %}


{#- What a measure is of a group of members: an exact number, rounded where the policy rounds. -#}
{% macro _recounted(policy, measure) %}
    {%- if measure.kind == 'persons' -%}
        {%- do return(dbt_crowd._rounded_whole(policy, dbt_crowd._cell_persons())) -%}
    {%- elif measure.kind == 'count' -%}
        {%- do return(dbt_crowd._rounded_whole(policy, 'sum(crowd_rows)')) -%}
    {%- endif -%}
    {%- do return(dbt_crowd._rounded_sum(policy, 'sum(crowd_value_' ~ (dbt_crowd.measured_columns(policy).index(measure.column) + 1) ~ ')')) -%}
{% endmacro %}


{#- Whether a published number is the one that was counted. A sum is published as floating point, and is NULL where nothing was known. -#}
{% macro _is_shown(shown, measure, counted) %}
    {%- if measure.kind != 'sum' -%}
        {%- do return('coalesce(' ~ shown ~ ' = ' ~ counted ~ ', false)') -%}
    {%- endif -%}
    {%- set number = 'cast(' ~ counted ~ ' as ' ~ dbt_crowd.type_double() ~ ')' -%}
    {%- do return('(coalesce(' ~ shown ~ ' = ' ~ number ~ ', false) or (' ~ shown ~ ' is null and ' ~ counted ~ ' is null))') -%}
{% endmacro %}
