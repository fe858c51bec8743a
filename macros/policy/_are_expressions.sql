{#- Level to a SQL expression that reads the column. -#}
{% macro _are_expressions(value) %}
    {%- if value is not mapping or not dbt_crowd._are_names(value.keys() | list) -%}
        {%- do return(false) -%}
    {%- endif -%}
    {%- set bad = [] -%}
    {%- for expression in value.values() if expression is not string or '{column}' not in expression -%}
        {%- do bad.append(expression) -%}
    {%- endfor -%}
    {%- do return(bad | length == 0) -%}
{% endmacro %}
