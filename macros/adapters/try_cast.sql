{#- Text as a value of another type; NULL, never an error, where it is none. Numbers and dates have as_number and as_date. -#}
{% macro try_cast(text, type) %}
    {%- do return(adapter.dispatch('try_cast', 'dbt_crowd')(text, type)) -%}
{% endmacro %}


{% macro default__try_cast(text, type) %}
    {%- do return('try_cast(' ~ text ~ ' as ' ~ type ~ ')') -%}
{% endmacro %}


{% macro bigquery__try_cast(text, type) %}
    {%- do return('safe_cast(' ~ text ~ ' as ' ~ type ~ ')') -%}
{% endmacro %}


{#- PostgreSQL has no such cast. as_number and as_date guard theirs by what the text looks like. -#}
{% macro postgres__try_cast(text, type) %}
    {%- do return(dbt_crowd.refuse('PostgreSQL has no cast that tries: use as_number or as_date. Got: ' ~ type)) -%}
{% endmacro %}


{% macro redshift__try_cast(text, type) %}
    {%- do return(dbt_crowd.default__try_cast(text, type)) -%}
{% endmacro %}
