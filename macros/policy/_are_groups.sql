{#- Level to label to the labels below it; at least one of each, all of them text. -#}
{% macro _are_groups(value) %}
    {%- if value is not mapping or not dbt_crowd._are_names(value.keys() | list) -%}
        {%- do return(false) -%}
    {%- endif -%}
    {%- set bad = [] -%}
    {%- for level, groups in value.items() -%}
        {%- if groups is not mapping or not dbt_crowd._are_names(groups.keys() | list) -%}
            {%- do bad.append(level) -%}
        {%- else -%}
            {%- for members in groups.values() if not dbt_crowd._are_names(members) -%}
                {%- do bad.append(level) -%}
            {%- endfor -%}
        {%- endif -%}
    {%- endfor -%}
    {%- do return(bad | length == 0) -%}
{% endmacro %}
