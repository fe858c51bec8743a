{#-
    What `crowd protect` leaves in the private schema, for counts with exact totals: the finest cells by number, with what is
    hidden beside thin ones; the published totals, with those that are withdrawn; and the certificate.
-#}
{% macro protected_tables(target_relation) %}
    {%- set name = target_relation.identifier -%}
    {%- set name = name if name | length <= 24 else name[:16] ~ '_' ~ local_md5(name)[:7] -%}
    {%- set tables = {} -%}
    {%- for part in ['cells', 'lines', 'certificate'] -%}
        {%- do tables.update({part: api.Relation.create(
            database=target_relation.database, schema=dbt_crowd.private_schema(target_relation), identifier='crowd_' ~ part ~ '_' ~ name, type='table'
        )}) -%}
    {%- endfor -%}
    {%- do return(tables) -%}
{% endmacro %}


{#- Where a model's release stands, or will. -#}
{% macro _release_place(node) %}
    {%- do return(api.Relation.create(database=node.database, schema=node.schema, identifier=node.alias or node.name)) -%}
{% endmacro %}


{#- The tables that a policy with exact totals needs; none for other policies. Refuses where nothing was protected yet. -#}
{% macro _needed_protection(policy, target_relation) %}
    {%- if policy.get('totals') != 'exact' -%}
        {%- do return(none) -%}
    {%- endif -%}
    {%- set tables = dbt_crowd.protected_tables(target_relation) -%}
    {%- for relation in tables.values() if dbt_crowd.private_relation_of(relation) is none -%}
        {%- do dbt_crowd.refuse(dbt_crowd._with_subject(policy.name, [
            'publishes exact totals, and what must be hidden for them was not found yet: crowd protect ' ~ policy.name ~ ' && dbt build. See docs/counts.md#exact-totals'
        ])) -%}
    {%- endfor -%}
    {%- do return(tables) -%}
{% endmacro %}
