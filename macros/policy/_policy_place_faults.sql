{#-
    What makes a policy one that nobody reviewed, as far as dbt shows where it stands. What only the files show, the
    driver looks for there: scripts/dbt_crowd/policy_rules.py.
-#}
{% macro _policy_place_faults(node, meta) %}
    {#- A unit test has no place: its policy is an override of _policy_meta. -#}
    {%- if node.resource_type == 'unit_test' -%}
        {%- do return([]) -%}
    {%- endif -%}
    {%- set anchor = '. See docs/policy.md#where-a-policy-stands' -%}
    {%- set unrendered = (node.get('unrendered_config') or {}).get('meta') -%}
    {%- set in_sql = (node.get('config_call_dict') or {}).get('meta') -%}
    {%- set faults = [] -%}
    {%- if unrendered is string or in_sql -%}
        {%- do faults.append("must have its meta written out in the model's YAML. Got: meta from a config() in its SQL, or from Jinja" ~ anchor) -%}
    {%- elif meta and (not node.get('patch_path') or dbt_crowd._policy_in_project(node)) -%}
        {%- do faults.append("must have its policy in the model's YAML. Got: dbt_crowd in a +meta of dbt_project.yml" ~ anchor) -%}
    {%- endif -%}
    {%- if 'dbt_crowd_hierarchies' in ((invocation_args_dict or {}).get('vars') or {}) -%}
        {%- do faults.append('must have its hierarchies in the repository. Got: dbt_crowd_hierarchies in --vars' ~ anchor) -%}
    {%- endif -%}
    {%- set written = unrendered.get('dbt_crowd') if unrendered is mapping else none -%}
    {%- if written -%}
        {%- set unfixed = dbt_crowd._policy_unfixed(written, 'dbt_crowd') -%}
        {%- for fault in unfixed -%}
            {%- if fault ~ anchor not in faults -%}
                {%- do faults.append(fault ~ anchor) -%}
            {%- endif -%}
        {%- endfor -%}
        {%- if not unfixed and node.get('version') and dbt_crowd._policy_is_split(node, meta, written) -%}
            {%- do faults.append(
                'must have its policy at the model or at its versions, not at both: dbt 1 merges the two, dbt 2 takes one. Got: both' ~ anchor
            ) -%}
        {%- endif -%}
    {%- endif -%}
    {%- do return(faults) -%}
{% endmacro %}
