{#-
    Write, audit, publish. The candidate is built in the private schema and judged there; only a candidate that
    passes every gate takes the place of the release, in one transaction with its row in the release log. A refusal leaves
    the last good release where it was, and a row that says why.
-#}
{% materialization release, default %}
    {%- set target_relation = this.incorporate(type='table') -%}
    {%- set existing = load_cached_relation(this) -%}
    {%- set header = dbt_crowd._read_release_header(sql) -%}
    {%- set policy = dbt_crowd.resolve_policy(model) -%}
    {%- do dbt_crowd._refuse_unbuildable(policy, header) -%}

    {{ run_hooks(pre_hooks, inside_transaction=False) }}
    {%- do dbt_crowd._log_abandoned(target_relation, policy, header) -%}
    {{ run_hooks(pre_hooks, inside_transaction=True) }}

    {%- set input = dbt_crowd._existing_relation(policy, header.input, 'input') -%}
    {%- set hierarchies = dbt_crowd._existing_hierarchies(policy, header) -%}
    {%- set population = dbt_crowd._existing_population(policy, header) -%}
    {%- set faults = dbt_crowd._inventory_faults(policy, input, hierarchies, population) -%}
    {%- set candidate = dbt_crowd._candidate_relation(target_relation) -%}
    {%- set figures = none -%}
    {%- if not faults -%}
        {%- call statement('candidate') -%}
            {{ dbt_crowd._candidate_sql(policy, candidate, sql) }}
        {%- endcall -%}
        {%- do adapter.commit() -%}
    {%- endif -%}
    {%- if not faults and not flags.EMPTY -%}
        {%- set figures = dbt_crowd._judge_candidate(policy, candidate, input, hierarchies, population) -%}
        {%- set faults = dbt_crowd._verdict_faults(policy, figures) + dbt_crowd._published_faults(policy, candidate, figures) + dbt_crowd._contract_faults(policy, candidate) -%}
    {%- endif -%}

    {%- if faults -%}
        {%- do dbt_crowd._refuse_candidate(target_relation, existing, candidate, policy, header, figures, faults) -%}
    {%- elif flags.EMPTY -%}
        {%- do dbt_crowd._release_structure(target_relation, existing, candidate, policy, header) -%}
    {%- else -%}
        {%- do dbt_crowd._publish(target_relation, existing, candidate, policy, header, hierarchies, figures) -%}
    {%- endif -%}

    {{ run_hooks(post_hooks, inside_transaction=True) }}
    {%- set grants_to_revoke = should_revoke(existing, full_refresh_mode=True) -%}
    {%- do apply_grants(target_relation, config.get('grants'), should_revoke=grants_to_revoke) -%}
    {%- do persist_docs(target_relation, model) -%}
    {%- do adapter.commit() -%}
    {{ run_hooks(post_hooks, inside_transaction=False) }}
    {#- What is private too, so that a test in the same run finds it in dbt's cache. -#}
    {%- set private = [dbt_crowd.private_copy(target_relation)] if dbt_crowd.has_private_copy(policy) else [] -%}
    {%- set private = private + ([dbt_crowd.stored_overall(target_relation)] if dbt_crowd._compares_with_input(policy) else []) -%}
    {%- do return({'relations': [target_relation] + private}) -%}
{% endmaterialization %}
