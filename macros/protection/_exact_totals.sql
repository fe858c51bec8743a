{#- Published cells, and hidden ones as rows without measures: where a total stands on no other row, it stands there. -#}
{% macro _exact_cells_ctes(policy, members, keys) %}
    {%- set lines = [] -%}
    {%- for label in dbt_crowd._finest_labels(policy) -%}
        {%- do lines.append(label ~ ' as ' ~ keys[loop.index0]) -%}
    {%- endfor -%}
    {%- set nothing = 'cast(null as ' ~ (dbt.type_bigint() | trim | lower) ~ ') as ' -%}
    {%- set measures = ['crowd_rows'] + (['crowd_persons'] if policy.measures | selectattr('kind', 'equalto', 'persons') | list else []) -%}
    {%- set hidden -%}
hidden as (
    select distinct
        {{ lines | join(',\n        ') }}
    from {{ members }} as members
    where members.crowd_rung is null
)
    {%- endset -%}
    {%- set all -%}
cells as (
    select * from shown
    union all
    select
        {{ keys[:-1] | join(',\n        ') }},
        cast(null as {{ dbt.type_int() | trim | lower }}) as crowd_rung,
        {% for name in measures %}{{ nothing ~ name }}{{ ',\n        ' if not loop.last }}{% endfor %}
    from hidden
)
    {%- endset -%}
    {%- do return([dbt_crowd._published_cells_cte(policy, members, keys, name='shown'), hidden, all]) -%}
{% endmacro %}


{#- The true totals of a margin over all finest cells; those that are withdrawn are NULL. -#}
{% macro _exact_margin_cte(policy, members, lines, names, number) %}
    {%- set columns = dbt_crowd.cell_columns(policy) -%}
    {%- set finest = dbt_crowd._finest_labels(policy, 'members.') -%}
    {%- set selected = [] -%}
    {%- set grouped = [] -%}
    {%- set on = ['totals.crowd_margin = ' ~ number, 'totals.crowd_withdrawn = 1'] -%}
    {%- for name in names -%}
        {%- set label = finest[columns.index(name)] -%}
        {%- do selected.append(label ~ ' as ' ~ dbt_crowd.quoted(name)) -%}
        {%- do grouped.append(label) -%}
        {%- do on.append(dbt_crowd.is_same('totals.crowd_label_' ~ (columns.index(name) + 1), label)) -%}
    {%- endfor -%}
    {%- set total = dbt_crowd._rounded_whole(policy, 'sum(members.crowd_rows)') -%}
    {%- do selected.append('case when max(totals.crowd_withdrawn) is null then ' ~ total ~ ' end as crowd_rows') -%}
    {%- do return('margin_' ~ number ~ ' as (\n    select\n        ' ~ selected | join(',\n        ') ~ '\n    from ' ~ members ~ ' as members\n    left join ' ~ lines
        ~ ' as totals\n        on ' ~ on | join('\n        and ') ~ ('\n    group by\n        ' ~ grouped | join(',\n        ') if grouped else '') ~ '\n)') -%}
{% endmacro %}


{#- A total stands beside cells whose labels of its margin are those of the first rung: hidden ones, and rungs that leave them as they are. -#}
{% macro _exact_margin_join(policy, names, number) %}
    {%- set rungs = [] -%}
    {%- for rung in policy.rungs -%}
        {%- set place = loop.index -%}
        {%- set coarser = [] -%}
        {%- for column in policy.quasi_identifiers if column.name in names -%}
            {%- set position = (policy.quasi_identifiers | map(attribute='name') | list).index(column.name) -%}
            {%- if rung[position] != policy.rungs[0][position] -%}
                {%- do coarser.append(column.name) -%}
            {%- endif -%}
        {%- endfor -%}
        {%- if not coarser -%}
            {%- do rungs.append(place) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- set alias = 'margin_' ~ number -%}
    {%- do return('left join ' ~ alias ~ '\n    on coalesce(cells.crowd_rung, 1) in (' ~ rungs | join(', ') ~ ')\n    and ' ~ dbt_crowd._join_on('cells', alias, dbt_crowd._quoted_names(names), '    ')) -%}
{% endmacro %}
