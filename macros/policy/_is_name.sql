{#- Text that can name something: not blank, no blanks around it, one line. -#}
{% macro _is_name(value) %}
    {%- do return(value is string and value != '' and value == value | trim and '\n' not in value) -%}
{% endmacro %}
