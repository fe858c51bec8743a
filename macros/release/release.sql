{#-
    A release: every record hides in a crowd of at least k, or is suppressed.
    Compiles to one comment of JSON, which tells the driver and the materialization what the
    arguments were, and to the SQL of the candidate. Introspects nothing.
-#}
{% macro release(relation, hierarchies={}, population=none) %}
    {{- config(materialized='release') -}}
    {%- if execute -%}
        {%- do dbt_crowd.refuse_unknown_adapter() -%}
        {%- set policy = dbt_crowd.resolve_policy(model) -%}
        {%- do dbt_crowd._refuse_misuse(policy, relation, hierarchies, population) -%}
        {%- set query = dbt_crowd.release_query(policy, relation, hierarchies, policy.rungs, population) if policy.rungs else 'select 1 as crowd_rungs_missing where 1 = 0' -%}
        {{- dbt_crowd._release_header(policy, relation, hierarchies, query, population) }}
{{ query }}
    {%- endif -%}
{% endmacro %}
