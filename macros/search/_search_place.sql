{#- Where a search keeps its tables: the private schema of the release, under names with its token. -#}
{% macro _search_place(node, token) %}
    {%- set release = api.Relation.create(database=node.database, schema=node.schema, identifier=node.alias) -%}
    {%- do return({
        'database': release.database,
        'schema': dbt_crowd.private_schema(release),
        'token': token,
        'type': 'table',
    }) -%}
{% endmacro %}


{% macro _search_table(place, part) %}
    {%- do return(api.Relation.create(
        database=place.database, schema=place.schema, identifier='crowd_search_' ~ place.token ~ '_' ~ part, type='table'
    )) -%}
{% endmacro %}


{#- When a search began, whether its calls share one process (`p`), and whose it is. -#}
{% macro _search_token() %}
    {%- do return(run_started_at.strftime('%Y%m%d%H%M%S') ~ '_c' ~ (invocation_id | replace('-', ''))[:12]) -%}
{% endmacro %}


{#-
    Drops the tables of this search, or those that dead searches left over. A search is dead a day after it began, and
    at once where all its calls shared a process that is proven to have ended.
-#}
{% macro _drop_search_tables(place, left_over=false) %}
    {%- set own = 'crowd_search_' ~ place.token ~ '_' -%}
    {%- set state = namespace(dropped=0) -%}
    {%- for row in dbt.list_relations_without_caching(dbt_crowd._search_table(place, 'tuples')) -%}
        {%- set name = (row['name'] if 'name' in row.keys() else row[1]) | lower -%}
        {%- set relation = api.Relation.create(database=place.database, schema=place.schema, identifier=name, type='table') -%}
        {%- set is_own = name[:own | length] == own -%}
        {%- if name[:13] == 'crowd_search_' and is_own != left_over and (is_own or dbt_crowd._is_dead_search(relation)) -%}
            {%- do adapter.drop_relation(relation) -%}
            {%- set state.dropped = state.dropped + 1 -%}
        {%- endif -%}
    {%- endfor -%}
    {%- do return(state.dropped) -%}
{% endmacro %}


{#- Drops what opening a search made, but for the tuples table: all that holds a value of the data. -#}
{% macro _drop_search_values(policy, place) %}
    {%- set parts = ['combinations', 'persons', 'coded'] -%}
    {%- for column in dbt_crowd.sensitive_columns(policy) -%}
        {%- do parts.append('sensitive_' ~ column.number) -%}
    {%- endfor -%}
    {%- for column in policy.quasi_identifiers -%}
        {%- do parts.append('labels_' ~ loop.index) -%}
    {%- endfor -%}
    {%- for part in parts -%}
        {%- do adapter.drop_relation(dbt_crowd._search_table(place, part)) -%}
    {%- endfor -%}
{% endmacro %}


{% macro _is_dead_search(relation) %}
    {%- set token = relation.identifier[13:] -%}
    {%- set yesterday = (run_started_at - modules.datetime.timedelta(days=1)).strftime('%Y%m%d%H%M%S') -%}
    {%- do return(token[:14] < yesterday or (token[14:16] == '_p' and dbt_crowd.is_dead_run(relation))) -%}
{% endmacro %}


{#- One statement of a search. Everything that opening does is one transaction, where the warehouse has them. -#}
{% macro _search_run(sql) %}
    {%- call statement('crowd_search', auto_begin=true) -%}
        {{ sql }}
    {%- endcall -%}
{% endmacro %}


{% macro _search_commit() %}
    {%- do dbt_crowd._search_run('select 1') -%}
    {%- do adapter.commit() -%}
{% endmacro %}
