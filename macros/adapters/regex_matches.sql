{#- Whether text matches a regular expression, anchored as the expression says. -#}
{% macro regex_matches(text, pattern) %}
    {%- do return(adapter.dispatch('regex_matches', 'dbt_crowd')(text, dbt_crowd.sql_text(pattern))) -%}
{% endmacro %}


{% macro default__regex_matches(text, pattern) %}
    {%- do return('regexp_matches(' ~ text ~ ', ' ~ pattern ~ ')') -%}
{% endmacro %}


{% macro postgres__regex_matches(text, pattern) %}
    {%- do return(text ~ ' ~ ' ~ pattern) -%}
{% endmacro %}


{% macro spark__regex_matches(text, pattern) %}
    {%- do return(text ~ ' rlike ' ~ pattern) -%}
{% endmacro %}


{#- Everywhere else a match may be anywhere in the text; here it is always of the whole. -#}
{% macro snowflake__regex_matches(text, pattern) %}
    {%- do return('regexp_instr(' ~ text ~ ', ' ~ pattern ~ ') > 0') -%}
{% endmacro %}


{% macro bigquery__regex_matches(text, pattern) %}
    {%- do return('regexp_contains(' ~ text ~ ', ' ~ pattern ~ ')') -%}
{% endmacro %}


{% macro trino__regex_matches(text, pattern) %}
    {%- do return('regexp_like(' ~ text ~ ', ' ~ pattern ~ ')') -%}
{% endmacro %}
