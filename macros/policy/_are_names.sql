{#- A list of at least one name, all different. What _is_name asks is asked here anew: a call costs a millisecond, and lists are long. -#}
{% macro _are_names(value) %}
    {%- if not dbt_crowd._is_list(value) or value | length == 0 -%}
        {%- do return(false) -%}
    {%- endif -%}
    {%- set names = [] -%}
    {%- for item in value -%}
        {%- if item is not string or item == '' or item != item | trim or '\n' in item or item in names -%}
            {%- do return(false) -%}
        {%- endif -%}
        {%- do names.append(item) -%}
    {%- endfor -%}
    {%- do return(true) -%}
{% endmacro %}
