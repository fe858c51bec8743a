{#- A row when no release of the relation is logged since `hours` hours ago. -#}
{% macro release_age_query(relation, hours) %}
    {%- do dbt_crowd._require_whole_relation('was_released_within', relation) -%}
    {%- if hours is not number or hours is boolean or hours <= 0 -%}
        {%- do dbt_crowd.refuse('dbt_crowd: was_released_within on ' ~ relation.identifier ~ ': hours must be a number above 0. Got: ' ~ hours ~ '. See docs/tests.md#was_released_within') -%}
    {%- endif -%}
    {%- if dbt_crowd.relation_of(dbt_crowd.release_log(relation)) is none -%}
        {%- do dbt_crowd.refuse('dbt_crowd: was_released_within on ' ~ relation.identifier ~ ': there is no release log beside it. See docs/tests.md#was_released_within') -%}
    {%- endif -%}
    {%- set since = (modules.datetime.datetime.now(modules.pytz.utc) - modules.datetime.timedelta(hours=hours)).strftime('%Y-%m-%d %H:%M:%S') -%}
with releases as (
    select count(*) as crowd_releases
    from {{ dbt_crowd.release_log(relation) }}
    where outcome = 'released'
        and release_name = {{ dbt_crowd.sql_text(relation.identifier) }}
        and release_schema = {{ dbt_crowd.sql_text(relation.schema) }}
        and logged_at >= cast('{{ since }}' as {{ dbt.type_timestamp() }})
)

select crowd_releases
from releases
where crowd_releases = 0
{% endmacro %}
