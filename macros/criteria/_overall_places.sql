{#- By what values are put in order: a number, the place in the policy's list, or nothing but the text. -#}
{% macro _order_key(column, prefix) %}
    {%- if dbt_crowd._is_list(column.order) -%}
        {%- set cases = [] -%}
        {%- for value in column.order -%}
            {%- do cases.append('when ' ~ dbt_crowd.sql_text(value) ~ ' then ' ~ loop.index) -%}
        {%- endfor -%}
        {%- do return('case ' ~ prefix ~ 'crowd_value ' ~ cases | join(' ') ~ ' end') -%}
    {%- endif -%}
    {%- do return(prefix ~ 'crowd_order' if column.by_number else '0') -%}
{% endmacro %}


{#-
    The places. A missing value stands last, before it one that the hierarchy does not cover. A value without a place by an
    order of numbers or by the policy's list cannot be compared, and every class fails.
-#}
{% macro _overall_places_ctes(column) %}
    {%- set last = ['case when crowd_value is null then 1 else 0 end'] -%}
    {%- if column.covered -%}
        {%- do last.append("case when crowd_value = '*' then 1 else 0 end") -%}
    {%- endif -%}
    {%- set key = 'case when crowd_texts = 0 then crowd_key end' if column.order is none else 'crowd_key' -%}
    {%- set unplaced = 'crowd_value is not null and crowd_key is null' ~ (" and crowd_value != '*'" if column.covered else '') -%}
    {%- set can_be_unplaced = column.order is not none and column.order != 'text' -%}
    {%- set place = 'row_number() over (order by ' ~ (last + [key, 'crowd_value']) | join(', ') ~ ')' -%}
    {%- set places -%}
overall_places_{{ column.number }} as (
    select
        crowd_value,
        crowd_share,
        crowd_all,
        crowd_values,
        {{ 'sum(case when ' ~ unplaced ~ ' then 1 else 0 end) over ()' if can_be_unplaced else '0' }} as crowd_unplaced,
        {{ place }} as crowd_place
    from overall_shares_{{ column.number }}
)
    {%- endset -%}
    {%- set overall -%}
overall_{{ column.number }} as (
    select
        crowd_value,
        crowd_share,
        crowd_all,
        crowd_values,
        crowd_unplaced,
        crowd_place,
        sum(crowd_share) over (order by crowd_place rows unbounded preceding) as crowd_running
    from overall_places_{{ column.number }}
)
    {%- endset -%}
    {%- do return([places, overall]) -%}
{% endmacro %}
