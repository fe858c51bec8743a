{#- Level to a SQL expression that reads the column. -#}
{% macro _are_expressions(value) %}
    {%- if value is not mapping or not dbt_crowd._are_names(value.keys() | list) -%}
        {%- do return(false) -%}
    {%- endif -%}
    {%- for expression in value.values() -%}
        {%- if expression is not string or '{column}' not in expression -%}
            {%- do return(false) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- do return(true) -%}
{% endmacro %}
