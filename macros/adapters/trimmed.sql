{#- Text without the blanks, tabs and line ends around it. Plain trim() takes off blanks alone on some engines, and all Unicode blanks on others. -#}
{% macro trimmed(text) %}
    {%- do return(adapter.dispatch('trimmed', 'dbt_crowd')(text)) -%}
{% endmacro %}


{% macro default__trimmed(text) %}
    {%- do return('trim(' ~ text ~ ", ' \\t\\r\\n')") -%}
{% endmacro %}


{% macro duckdb__trimmed(text) %}
    {%- do return('trim(' ~ text ~ ", e' \\t\\r\\n')") -%}
{% endmacro %}


{% macro postgres__trimmed(text) %}
    {%- do return('trim(' ~ text ~ ", e' \\t\\r\\n')") -%}
{% endmacro %}


{% macro redshift__trimmed(text) %}
    {%- do return('btrim(' ~ text ~ ", ' ' || chr(9) || chr(10) || chr(13))") -%}
{% endmacro %}


{% macro spark__trimmed(text) %}
    {%- do return("trim(both ' \\t\\r\\n' from " ~ text ~ ')') -%}
{% endmacro %}


{% macro trino__trimmed(text) %}
    {%- do return("trim(both ' ' || chr(9) || chr(10) || chr(13) from " ~ text ~ ')') -%}
{% endmacro %}
