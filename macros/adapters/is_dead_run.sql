{#-
    Whether every other run against this database is proven to have ended. True on an embedded DuckDB file,
    which one process at a time can open; false wherever another run may still be going.
-#}
{% macro is_dead_run(relation) %}
    {%- do return(adapter.dispatch('is_dead_run', 'dbt_crowd')(relation)) -%}
{% endmacro %}


{% macro default__is_dead_run(relation) %}
    {%- do return(false) -%}
{% endmacro %}


{% macro duckdb__is_dead_run(relation) %}
    {%- set types = run_query(
        "select type from duckdb_databases() where database_name = " ~ dbt_crowd.sql_text(relation.database)
    ) -%}
    {%- do return(types.rows | length == 1 and types.rows[0][0] == 'duckdb') -%}
{% endmacro %}
