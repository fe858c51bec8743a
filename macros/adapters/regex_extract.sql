{#-
    What the first group of a regular expression matches in text; NULL or blank, by engine, where nothing does.
    Further groups are written `(?:...)`.
-#}
{% macro regex_extract(text, pattern) %}
    {%- do return(adapter.dispatch('regex_extract', 'dbt_crowd')(text, pattern)) -%}
{% endmacro %}


{% macro default__regex_extract(text, pattern) %}
    {%- do return('regexp_extract(' ~ text ~ ', ' ~ dbt_crowd.sql_text(pattern) ~ ', 1)') -%}
{% endmacro %}


{% macro postgres__regex_extract(text, pattern) %}
    {%- do return('substring(' ~ text ~ ' from ' ~ dbt_crowd.sql_text(pattern) ~ ')') -%}
{% endmacro %}


{% macro redshift__regex_extract(text, pattern) %}
    {%- do return('regexp_substr(' ~ text ~ ', ' ~ dbt_crowd.sql_text(pattern) ~ ", 1, 1, 'pe')") -%}
{% endmacro %}


{#- No group here is left out of the count, and none but the first is asked for. -#}
{% macro snowflake__regex_extract(text, pattern) %}
    {%- do return('regexp_substr(' ~ text ~ ', ' ~ dbt_crowd.sql_text(pattern.replace('(?:', '(')) ~ ", 1, 1, 'e', 1)") -%}
{% endmacro %}


{% macro bigquery__regex_extract(text, pattern) %}
    {%- do return('regexp_extract(' ~ text ~ ', ' ~ dbt_crowd.sql_text(pattern) ~ ')') -%}
{% endmacro %}
