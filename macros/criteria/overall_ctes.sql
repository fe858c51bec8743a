{#-
    CTEs that end in `overall_<i>` for each sensitive column that is compared with the whole input: one row a value, NULL
    being one.

    source    CTE of all records of the input, suppressed ones included, with the columns of sensitive_columns()
    persons   whether shares are those of distinct persons, by crowd_person
    rows      how rows are counted

    crowd_share       its share of the whole; crowd_all is their sum, 1 unless persons have several values
    crowd_values      how many values there are
    crowd_place       its place in the order, for ordered distance, with the running share up to it; crowd_unplaced values have none
    crowd_node_<n>    its nodes, and crowd_node_share_<n> their shares, for hierarchical distance
-#}
{% macro overall_ctes(columns, source, persons, rows='count(*)') %}
    {%- set state = namespace(ctes=[]) -%}
    {%- for column in columns if column.compared -%}
        {%- if persons and not state.ctes -%}
            {%- set state.ctes = ['everybody as (\n    select count(distinct crowd_person) as crowd_persons\n    from ' ~ source ~ '\n)'] -%}
        {%- endif -%}
        {%- set state.ctes = state.ctes + [dbt_crowd._overall_values_cte(column, source, persons, rows), dbt_crowd._overall_cte(column, persons)] -%}
        {%- if column.ordered -%}
            {%- set state.ctes = state.ctes + dbt_crowd._overall_places_ctes(column) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- do return(state.ctes) -%}
{% endmacro %}


{#- Each value, how many have it, and what its place and nodes are found by. -#}
{% macro _overall_values_cte(column, source, persons, rows) %}
    {%- set value = 'crowd_sensitive_' ~ column.number -%}
    {%- set lines = [value ~ ' as crowd_value', ('count(distinct crowd_person)' if persons else rows) ~ ' as crowd_size'] -%}
    {%- if column.ordered and column.by_number -%}
        {%- do lines.append('min(' ~ value ~ '_order) as crowd_order') -%}
    {%- endif -%}
    {%- for node in column.nodes -%}
        {%- do lines.append('min(' ~ value ~ '_node_' ~ loop.index ~ ') as crowd_node_' ~ loop.index) -%}
    {%- endfor -%}
    {%- set cte -%}
overall_values_{{ column.number }} as (
    select
        {{ lines | join(',\n        ') }}
    from {{ source }}
    group by {{ value }}
    {%- if persons %}
    having count(crowd_person) > 0
    {%- endif %}
)
    {%- endset -%}
    {%- do return(cte) -%}
{% endmacro %}


{#- The same as shares. -#}
{% macro _overall_cte(column, persons) %}
    {%- set double = dbt_crowd.type_double() -%}
    {%- set total = 'nullif(everybody.crowd_persons, 0)' if persons else 'sum(crowd_size) over ()' -%}
    {%- set prefix = 'overall_values_' ~ column.number ~ '.' if persons else '' -%}
    {%- set size = prefix ~ 'crowd_size' -%}
    {%- set lines = [prefix ~ 'crowd_value', 'cast(' ~ size ~ ' as ' ~ double ~ ') / ' ~ total ~ ' as crowd_share'] -%}
    {%- do lines.append(('cast(sum(' ~ size ~ ') over () as ' ~ double ~ ') / ' ~ total if persons else 'cast(1 as ' ~ double ~ ')') ~ ' as crowd_all') -%}
    {%- do lines.append('count(*) over () as crowd_values') -%}
    {%- if column.ordered -%}
        {%- do lines.append(dbt_crowd._order_key(column, prefix) ~ ' as crowd_key') -%}
        {%- if column.order is none -%}
            {%- do lines.append('sum(case when ' ~ prefix ~ 'crowd_value is not null and ' ~ prefix ~ 'crowd_order is null then 1 else 0 end) over () as crowd_texts') -%}
        {%- endif -%}
    {%- endif -%}
    {%- for node in column.nodes -%}
        {%- do lines.append(prefix ~ 'crowd_node_' ~ loop.index) -%}
        {%- do lines.append('cast(sum(' ~ size ~ ') over (partition by ' ~ prefix ~ 'crowd_node_' ~ loop.index ~ ') as ' ~ double ~ ') / ' ~ total ~ ' as crowd_node_share_' ~ loop.index) -%}
    {%- endfor -%}
    {%- set cte -%}
{{ 'overall_shares_' if column.ordered else 'overall_' }}{{ column.number }} as (
    select
        {{ lines | join(',\n        ') }}
    from overall_values_{{ column.number }}
    {%- if persons %}
    cross join everybody
    {%- endif %}
)
    {%- endset -%}
    {%- do return(cte) -%}
{% endmacro %}
