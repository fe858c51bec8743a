{#- Any value as text, as the engine writes it. -#}
{% macro as_text(expression) %}
    {%- do return(adapter.dispatch('as_text', 'dbt_crowd')(expression)) -%}
{% endmacro %}


{% macro default__as_text(expression) %}
    {%- do return('cast(' ~ expression ~ ' as ' ~ (dbt.type_string() | trim | lower) ~ ')') -%}
{% endmacro %}


{#- `text` would be cut to 256 bytes. -#}
{% macro redshift__as_text(expression) %}
    {%- do return('cast(' ~ expression ~ ' as varchar(65535))') -%}
{% endmacro %}
