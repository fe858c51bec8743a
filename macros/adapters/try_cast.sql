{#- Text as a value of another type; NULL, never an error, where it is none. -#}
{% macro try_cast(text, type) %}
    {%- do return(adapter.dispatch('try_cast', 'dbt_crowd')(text, type)) -%}
{% endmacro %}


{% macro default__try_cast(text, type) %}
    {%- do return('try_cast(' ~ text ~ ' as ' ~ type ~ ')') -%}
{% endmacro %}


{% macro bigquery__try_cast(text, type) %}
    {%- do return('safe_cast(' ~ text ~ ' as ' ~ type ~ ')') -%}
{% endmacro %}


{#- PostgreSQL has no such cast: is_number and is_date look at the text instead. -#}
{% macro postgres__try_cast(text, type) %}
    {%- do return(dbt_crowd.refuse('dbt_crowd: PostgreSQL has no cast that tries, to ' ~ type ~ ' or any other type')) -%}
{% endmacro %}


{#- Blank text is an error here, and what a regular expression does not find is blank. -#}
{% macro redshift__try_cast(text, type) %}
    {%- do return('try_cast(nullif(' ~ text ~ ", '') as " ~ type ~ ')') -%}
{% endmacro %}
