{#- A number that no other row of the select has. Spark's windows want an order, which would bring all rows to one place. -#}
{% macro distinct_number() %}
    {%- do return(adapter.dispatch('distinct_number', 'dbt_crowd')()) -%}
{% endmacro %}


{% macro default__distinct_number() %}
    {%- do return('row_number() over ()') -%}
{% endmacro %}


{% macro snowflake__distinct_number() %}
    {%- do return('row_number() over (order by null)') -%}
{% endmacro %}


{% macro spark__distinct_number() %}
    {%- do return('monotonically_increasing_id()') -%}
{% endmacro %}
