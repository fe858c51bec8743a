{#-
    A table of the private schema, none where it is not there. Asked of the warehouse where dbt's cache does not know it: a
    table that this run has made there lets the cache believe that there are no others.
-#}
{% macro private_relation_of(relation) %}
    {%- set cached = dbt_crowd.relation_of(relation) -%}
    {%- if cached is not none or not adapter.check_schema_exists(relation.database, relation.schema) -%}
        {%- do return(cached) -%}
    {%- endif -%}
    {%- do return(relation if relation.identifier | lower in dbt_crowd._names_in_schema(relation) else none) -%}
{% endmacro %}


{#- The names of the tables and views in the schema of a relation, in lower case, past dbt's cache. -#}
{% macro _names_in_schema(relation) %}
    {%- set names = [] -%}
    {%- for row in dbt.list_relations_without_caching(relation) -%}
        {%- do names.append((row['name'] if 'name' in row.keys() else row[1]) | lower) -%}
    {%- endfor -%}
    {%- do return(names) -%}
{% endmacro %}
