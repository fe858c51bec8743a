{#- Label to a list; at least one of each, all of them text. -#}
{% macro _are_lists(value) %}
    {%- if value is not mapping or not dbt_crowd._are_names(value.keys() | list) -%}
        {%- do return(false) -%}
    {%- endif -%}
    {%- for items in value.values() -%}
        {%- if not dbt_crowd._are_names(items) -%}
            {%- do return(false) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- do return(true) -%}
{% endmacro %}
