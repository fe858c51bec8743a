{#- A list of at least one number, each in the range. -#}
{% macro _are_numbers_within(values, allowed, whole) %}
    {%- for value in values -%}
        {%- if not dbt_crowd._is_number_within(value, allowed, whole=whole) -%}
            {%- do return(false) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- do return(values | length > 0) -%}
{% endmacro %}
