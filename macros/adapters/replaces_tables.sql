{#- Whether dbt's own statement that makes a table replaces one that is there, so that readers see the old one or the new one. -#}
{% macro replaces_tables() %}
    {%- do return(adapter.dispatch('replaces_tables', 'dbt_crowd')()) -%}
{% endmacro %}


{% macro default__replaces_tables() %}
    {%- do return(false) -%}
{% endmacro %}


{% macro snowflake__replaces_tables() %}
    {%- do return(true) -%}
{% endmacro %}


{% macro bigquery__replaces_tables() %}
    {%- do return(true) -%}
{% endmacro %}


{% macro spark__replaces_tables() %}
    {%- do return(config.get('file_format') in ['delta', 'iceberg']) -%}
{% endmacro %}


{% macro databricks__replaces_tables() %}
    {%- do return(config.get('file_format', 'delta') in ['delta', 'iceberg']) -%}
{% endmacro %}
