{#- Digits as a whole number. For text that is nothing else, under a condition that says so. -#}
{% macro as_whole(text) %}
    {%- do return(adapter.dispatch('as_whole', 'dbt_crowd')(text)) -%}
{% endmacro %}


{% macro default__as_whole(text) %}
    {%- do return(dbt_crowd.try_cast(text, dbt.type_int() | trim | lower)) -%}
{% endmacro %}


{% macro postgres__as_whole(text) %}
    {%- do return('cast(' ~ text ~ ' as integer)') -%}
{% endmacro %}


{% macro redshift__as_whole(text) %}
    {%- do return(dbt_crowd.default__as_whole(text)) -%}
{% endmacro %}
