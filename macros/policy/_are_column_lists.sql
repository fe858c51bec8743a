{#- Lists of different names, of which one may be empty; no two of the same names. -#}
{% macro _are_column_lists(value) %}
    {%- set seen = [] -%}
    {%- for names in value -%}
        {%- if not dbt_crowd._is_list(names) or (names | length > 0 and not dbt_crowd._are_names(names)) or names | sort in seen -%}
            {%- do return(false) -%}
        {%- endif -%}
        {%- do seen.append(names | sort) -%}
    {%- endfor -%}
    {%- do return(true) -%}
{% endmacro %}
