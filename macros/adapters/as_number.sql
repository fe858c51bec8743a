{#-
    Text as a decimal with nine places; NULL where it is no number, or one of 10^15 and more, which includes NaN and
    the infinities.
-#}
{% macro as_number(text) %}
    {%- do return(adapter.dispatch('as_number', 'dbt_crowd')(text)) -%}
{% endmacro %}


{% macro default__as_number(text) %}
    {%- do return(dbt_crowd.try_cast(dbt_crowd.trimmed(text), 'decimal(24, 9)')) -%}
{% endmacro %}


{#- This cast ignores the blanks itself. -#}
{% macro duckdb__as_number(text) %}
    {%- do return(dbt_crowd.try_cast(text, 'decimal(24, 9)')) -%}
{% endmacro %}


{#- PostgreSQL has no cast that tries, so the pattern lets nothing through that the cast refuses. -#}
{% macro postgres__as_number(text) %}
    {%- set plain = '0*[0-9]{1,15}(?:[.][0-9]*)?|[.][0-9]+' -%}
    {%- set scientific = '[0-9](?:[.][0-9]*)?[eE](?:[+]?0*(?:[0-9]|1[0-4])|-[0-9]{1,3})' -%}
    {%- set number = dbt_crowd.regex_extract(dbt_crowd.trimmed(text), '^([+-]?(?:' ~ plain ~ '|' ~ scientific ~ '))$') -%}
    {%- do return('round(cast(' ~ number ~ ' as numeric), 9)') -%}
{% endmacro %}


{% macro redshift__as_number(text) %}
    {%- do return(dbt_crowd.default__as_number(text)) -%}
{% endmacro %}
