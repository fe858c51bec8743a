{#- A letter and a number as text, NULL under a condition. -#}
{% macro visit_text(letter, number, missing) %}
    {%- set text = dbt.concat([dbt_crowd.sql_text(letter), dbt_crowd.as_text(number)]) -%}
    {%- do return('case when ' ~ missing ~ ' then null else ' ~ text ~ ' end') -%}
{% endmacro %}
