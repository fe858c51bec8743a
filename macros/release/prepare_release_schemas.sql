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
                {%- if (place.database ~ '.' ~ place.schema) not in done -%}
                    {%- do done.append(place.database ~ '.' ~ place.schema) -%}
                    {%- do dbt_crowd._prepare_release_schema(place) -%}
                {%- endif -%}
            {%- endif -%}
        {%- endfor -%}
    {%- endif -%}
{% endmacro %}


{#- The two schemas beside one release schema, and the log table. Idempotent. -#}
{% macro _prepare_release_schema(relation) %}
    {%- set log_table = dbt_crowd.release_log(relation) -%}
    {%- do adapter.create_schema(api.Relation.create(database=relation.database, schema=dbt_crowd.private_schema(relation))) -%}
    {%- do adapter.create_schema(log_table) -%}
    {%- do run_query(dbt_crowd._create_release_log_sql(log_table)) -%}
    {%- do adapter.commit() -%}
{% endmacro %}
