{#-
    Text as a decimal with nine places; NULL where it is no number, or has more digits before the point than that
    (15 unless said otherwise), which includes NaN and the infinities.
-#}
{% macro as_number(text, digits=15) %}
    {%- do return(adapter.dispatch('as_number', 'dbt_crowd')(text, digits)) -%}
{% endmacro %}


{% macro default__as_number(text, digits) %}
    {%- do return(dbt_crowd.try_cast(dbt_crowd.trimmed(text), 'decimal(' ~ (digits + 9) ~ ', 9)')) -%}
{% endmacro %}


{#- This cast ignores the blanks itself. -#}
{% macro duckdb__as_number(text, digits) %}
    {%- do return(dbt_crowd.try_cast(text, 'decimal(' ~ (digits + 9) ~ ', 9)')) -%}
{% endmacro %}


{#- PostgreSQL has no cast that tries, so the pattern lets nothing through that the cast refuses. -#}
{% macro postgres__as_number(text, digits) %}
    {%- set plain = '0*[0-9]{1,' ~ digits ~ '}(?:[.][0-9]*)?|[.][0-9]+' -%}
    {%- set scientific = '[0-9](?:[.][0-9]*)?[eE](?:[+]?0*(?:[0-9]|1[0-' ~ (digits - 11) ~ '])|-[0-9]{1,3})' -%}
    {%- set number = dbt_crowd.regex_extract(dbt_crowd.trimmed(text), '^([+-]?(?:' ~ plain ~ '|' ~ scientific ~ '))$') -%}
    {%- do return('round(cast(' ~ number ~ ' as numeric), 9)') -%}
{% endmacro %}


{% macro redshift__as_number(text, digits) %}
    {%- do return(dbt_crowd.default__as_number(text, digits)) -%}
{% endmacro %}
