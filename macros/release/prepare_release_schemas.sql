{#-
    On run start: makes the private and the log schema, and the log table, of every schema that a selected
    release lives in; of every release where the view over their logs is selected. Here and not in the materialization,
    because parallel first builds would collide.
-#}
{% macro prepare_release_schemas() %}
    {%- if execute and flags.WHICH in ['run', 'build', 'retry', 'test'] -%}
        {%- set view = 'model.dbt_crowd.dbt_crowd__releases' -%}
        {%- set done = [] -%}
        {%- for node in graph.nodes.values() if node.unique_id in selected_resources or view in selected_resources -%}
            {%- if node.config.materialized == 'release' or node.unique_id == view -%}
                {%- set place = api.Relation.create(database=node.database, schema=node.schema, identifier=node.name) -%}
                {%- set has_counts = 'measures' in (dbt_crowd._policy_meta(node) or {}) -%}
                {%- if (place.database ~ '.' ~ place.schema) not in done -%}
                    {%- do done.append(place.database ~ '.' ~ place.schema) -%}
                    {%- do dbt_crowd._prepare_release_schema(place) -%}
                {%- endif -%}
                {%- if has_counts -%}
                    {%- call statement('create_cell_decisions') -%}
                        {{ dbt_crowd._create_cell_decisions_sql(dbt_crowd.cell_decisions(place)) }}
                    {%- endcall -%}
                    {%- do adapter.commit() -%}
                {%- endif -%}
            {%- endif -%}
        {%- endfor -%}
    {%- endif -%}
{% endmacro %}


{#-
    The two schemas beside one release schema, and the log table, with the columns that an earlier version of the package
    did not know. What is there already is left alone, since `if not exists` asks for the privilege to create all the same.
-#}
{% macro _prepare_release_schema(relation) %}
    {%- set log_table = dbt_crowd.release_log(relation) -%}
    {%- do dbt_crowd.ensure_schema(api.Relation.create(database=relation.database, schema=dbt_crowd.private_schema(relation))) -%}
    {%- do dbt_crowd.ensure_schema(log_table) -%}
    {%- if log_table.identifier not in dbt_crowd._names_in_schema(log_table) -%}
        {%- call statement('create_release_log') -%}
            {{ dbt_crowd._create_release_log_sql(log_table) }}
        {%- endcall -%}
        {%- do adapter.commit() -%}
        {%- if not dbt_version.startswith('1.') -%}
            {#- dbt 2 has looked into the schema already, and does not look again; dbt 1 would look for this name letter by letter. -#}
            {%- do adapter.cache_added(log_table.incorporate(type='table')) -%}
        {%- endif -%}
    {%- else -%}
        {%- do dbt_crowd._add_release_log_columns(log_table) -%}
    {%- endif -%}
{% endmacro %}


{% macro _add_release_log_columns(log_table) %}
    {%- set there = dbt_crowd._lower_names(adapter.get_columns_in_relation(log_table)) -%}
    {%- for column in dbt_crowd._release_log_columns() if column.name not in there -%}
        {%- call statement('alter_release_log') -%}
            alter table {{ log_table }} add column {{ column.name }} {{ dbt_crowd._log_type(column.type) }}
        {%- endcall -%}
        {%- do adapter.commit() -%}
    {%- endfor -%}
{% endmacro %}


{#- Makes the schema of a relation where it is missing. -#}
{% macro ensure_schema(relation) %}
    {%- if not adapter.check_schema_exists(relation.database, relation.schema) -%}
        {%- do adapter.create_schema(relation.without_identifier()) -%}
    {%- endif -%}
{% endmacro %}
