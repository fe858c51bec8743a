{#- The release log of every schema that this project releases into, with the time that each release was live. -#}
{% macro releases_query() %}
    {%- set logs = [] -%}
    {%- if execute -%}
        {%- for node in graph.nodes.values() if node.config.materialized == 'release' -%}
            {%- set log_table = dbt_crowd.release_log(api.Relation.create(database=node.database, schema=node.schema, identifier=node.name)) -%}
            {%- if log_table | string not in logs -%}
                {%- do logs.append(log_table | string) -%}
            {%- endif -%}
        {%- endfor -%}
    {%- endif -%}
    {%- set logs = logs or [dbt_crowd.release_log(this) | string] -%}
    {%- set columns = dbt_crowd._release_log_columns() | map(attribute='name') | join(',\n        ') -%}
with logged as (
{%- for log_table in logs %}
    select
        {{ columns }}
    from {{ log_table }}
    {{- '\n    union all' if not loop.last }}
{%- endfor %}
),

live as (
    select
        release_database,
        release_schema,
        release_name,
        logged_at,
        lead(logged_at) over (
            partition by release_database, release_schema, release_name
            order by logged_at
        ) as next_logged_at
    from logged
    where outcome = 'released'
)

select
    logged.*,
    live.logged_at as live_from,
    live.next_logged_at as live_to
from logged
left join live
    on logged.outcome = 'released'
    and logged.release_database = live.release_database
    and logged.release_schema = live.release_schema
    and logged.release_name = live.release_name
    and logged.logged_at = live.logged_at
{% endmacro %}
