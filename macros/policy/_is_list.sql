{#- A list, and neither text nor a mapping, which Jinja takes for sequences too. -#}
{% macro _is_list(value) %}
    {%- do return(value is sequence and value is not string and value is not mapping) -%}
{% endmacro %}
