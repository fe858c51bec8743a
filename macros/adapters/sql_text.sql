{#- Text as a SQL literal, quoted and escaped. -#}
{% macro sql_text(text) %}
    {%- do return(adapter.dispatch('sql_text', 'dbt_crowd')(text | string)) -%}
{% endmacro %}


{% macro default__sql_text(text) %}
    {%- do return("'" ~ text.replace("'", "''") ~ "'") -%}
{% endmacro %}


{#- Here a doubled quote would end one literal and begin another. -#}
{% macro spark__sql_text(text) %}
    {%- do return("'" ~ text.replace('\\', '\\\\').replace("'", "\\'") ~ "'") -%}
{% endmacro %}


{% macro bigquery__sql_text(text) %}
    {%- do return("'" ~ text.replace('\\', '\\\\').replace("'", "\\'").replace('\n', '\\n').replace('\r', '\\r') ~ "'") -%}
{% endmacro %}


{% macro snowflake__sql_text(text) %}
    {%- do return("'" ~ text.replace('\\', '\\\\').replace("'", "''") ~ "'") -%}
{% endmacro %}


{% macro redshift__sql_text(text) %}
    {%- do return("'" ~ text.replace('\\', '\\\\').replace("'", "''") ~ "'") -%}
{% endmacro %}
