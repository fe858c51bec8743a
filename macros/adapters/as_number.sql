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


{#- Scientific notation is read as a floating-point number alone here, and that is written without an exponent. -#}
{% macro sail__as_number(text, digits) %}
    {%- set trimmed = dbt_crowd.trimmed(text) -%}
    {%- set type = 'decimal(' ~ (digits + 9) ~ ', 9)' -%}
    {%- set scientific = dbt_crowd.regex_matches(trimmed, '^[+-]?[0-9]*[.]?[0-9]*[eE][+-]?[0-9]+$') -%}
    {%- set plain = dbt_crowd.as_text(dbt_crowd.try_cast(trimmed, dbt_crowd.type_double())) -%}
    {%- do return('coalesce(' ~ dbt_crowd.try_cast(trimmed, type) ~ ', case when ' ~ scientific ~ ' then ' ~ dbt_crowd.try_cast(plain, type) ~ ' end)') -%}
{% endmacro %}


{% macro redshift__as_number(text, digits) %}
    {%- do return(dbt_crowd.default__as_number(text, digits)) -%}
{% endmacro %}
