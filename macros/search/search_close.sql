{#-
    Ends a search: drops every table of it.
    model  unique id of the release
    token  the search's token
-#}
{% macro search_close(model, token) %}
    {%- set dropped = dbt_crowd._drop_search_tables(dbt_crowd._search_place(graph.nodes[model], token)) -%}
    {%- do dbt_crowd._search_commit() -%}
    {%- do print('dbt_crowd:' ~ tojson({'version': dbt_crowd.package_version(), 'dropped': dropped})) -%}
{% endmacro %}
