{#- Digits as a whole number; NULL where there is anything else. -#}
{% macro as_whole(text) %}
    {%- do return(adapter.dispatch('as_whole', 'dbt_crowd')(text)) -%}
{% endmacro %}


{% macro default__as_whole(text) %}
    {%- do return(dbt_crowd.try_cast(text, dbt.type_int() | trim | lower)) -%}
{% endmacro %}


{#- PostgreSQL has no cast that tries, so the pattern lets nothing through that the cast refuses. -#}
{% macro postgres__as_whole(text) %}
    {%- do return('cast(' ~ dbt_crowd.regex_extract(text, '^([0-9]{1,9})$') ~ ' as integer)') -%}
{% endmacro %}


{% macro redshift__as_whole(text) %}
    {%- do return(dbt_crowd.default__as_whole(text)) -%}
{% endmacro %}
