{#- Text as a decimal with nine places. For text that is_number, under a condition that says so. -#}
{% macro as_number(text, digits) %}
    {%- do return(adapter.dispatch('as_number', 'dbt_crowd')(text, digits)) -%}
{% endmacro %}


{% macro default__as_number(text, digits) %}
    {%- do return(dbt_crowd.try_cast(dbt_crowd.trimmed(text), 'decimal(' ~ (digits + 9) ~ ', 9)')) -%}
{% endmacro %}


{#- This cast ignores the blanks itself. -#}
{% macro duckdb__as_number(text, digits) %}
    {%- do return(dbt_crowd.try_cast(text, 'decimal(' ~ (digits + 9) ~ ', 9)')) -%}
{% endmacro %}


{% macro postgres__as_number(text, digits) %}
    {%- do return('round(cast(' ~ dbt_crowd.trimmed(text) ~ ' as numeric), 9)') -%}
{% endmacro %}


{% macro redshift__as_number(text, digits) %}
    {%- do return(dbt_crowd.default__as_number(text, digits)) -%}
{% endmacro %}
