{#- Level to label to the labels below it; at least one of each, all of them text. -#}
{% macro _are_groups(value) %}
    {%- if value is not mapping or not dbt_crowd._are_names(value.keys() | list) -%}
        {%- do return(false) -%}
    {%- endif -%}
    {%- for groups in value.values() -%}
        {%- if not dbt_crowd._are_lists(groups) -%}
            {%- do return(false) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- do return(true) -%}
{% endmacro %}
