{#- The type of a floating-point number of 64 bits; dbt's type_float is 32 bits on some warehouses. -#}
{% macro type_double() %}
    {%- do return(adapter.dispatch('type_double', 'dbt_crowd')()) -%}
{% endmacro %}


{% macro default__type_double() %}
    {%- do return('double precision') -%}
{% endmacro %}


{% macro duckdb__type_double() %}
    {%- do return('double') -%}
{% endmacro %}


{% macro spark__type_double() %}
    {%- do return('double') -%}
{% endmacro %}


{% macro bigquery__type_double() %}
    {%- do return('float64') -%}
{% endmacro %}


{% macro trino__type_double() %}
    {%- do return('double') -%}
{% endmacro %}
