{#- A date as year-month-day. -#}
{% macro date_as_text(date) %}
    {%- do return(adapter.dispatch('date_as_text', 'dbt_crowd')(date)) -%}
{% endmacro %}


{% macro default__date_as_text(date) %}
    {%- do return(dbt_crowd.as_text(date)) -%}
{% endmacro %}


{#- The cast would follow the session's DateStyle. -#}
{% macro postgres__date_as_text(date) %}
    {%- do return('to_char(' ~ date ~ ", 'YYYY-MM-DD')") -%}
{% endmacro %}


{% macro snowflake__date_as_text(date) %}
    {%- do return('to_char(' ~ date ~ ", 'YYYY-MM-DD')") -%}
{% endmacro %}
