{#- A list of at least one name, all different. -#}
{% macro _are_names(value) %}
    {%- if not dbt_crowd._is_list(value) or value | length == 0 -%}
        {%- do return(false) -%}
    {%- endif -%}
    {%- set names = [] -%}
    {%- for item in value -%}
        {%- if not dbt_crowd._is_name(item) or item in names -%}
            {%- do return(false) -%}
        {%- endif -%}
        {%- do names.append(item) -%}
    {%- endfor -%}
    {%- do return(true) -%}
{% endmacro %}
