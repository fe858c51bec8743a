{#-
    A release of counts: every cell of a GROUP BY stands for at least k, or is folded into a coarser one that does, or
    is left out. Compiles as release() does: one comment of JSON, and the SQL of the candidate.
-#}
{% macro release_counts(relation, hierarchies={}) %}
    {{- config(materialized='release') -}}
    {%- if execute -%}
        {%- set policy = dbt_crowd.resolve_policy(model) -%}
        {%- do dbt_crowd._refuse_misuse(policy, relation, hierarchies, none, kind='counts') -%}
        {%- set query = dbt_crowd.counts_query(policy, relation, hierarchies, policy.rungs) -%}
        {{- dbt_crowd._release_header(policy, relation, hierarchies, query) }}
{{ query }}
    {%- endif -%}
{% endmacro %}
