{#-
    A policy from what its YAML says, without looking at the node: {'policy': {...} or none, 'faults': [...]}.
    name, unique_id  of the release
    meta             the policy's block; none when there is none
    place_faults     faults of the place that the block stands in, see _policy_place_faults
-#}
{% macro _resolve_policy(name, unique_id, meta, place_faults=[]) %}
    {%- if meta is none or meta is undefined -%}
        {%- do return({'policy': none, 'faults': place_faults + [
            "must have a policy: the block config.meta.dbt_crowd in the model's YAML. Got: nothing. See docs/policy.md#where-a-policy-stands",
        ]}) -%}
    {%- elif meta is not mapping -%}
        {%- do return({'policy': none, 'faults': place_faults + [
            dbt_crowd._policy_fault('config.meta.dbt_crowd must be a mapping of keys to values', meta, 'where-a-policy-stands'),
        ]}) -%}
    {%- endif -%}
    {%- set schema = dbt_crowd.policy_schema() -%}
    {%- set own = dbt_crowd._policy_of_its_kind(schema, meta) -%}
    {%- set checked = dbt_crowd._policy_values(own.rows, own.meta, '', 'a policy', 'the-release') -%}
    {%- set settings = checked.settings -%}
    {%- set inventory = dbt_crowd._policy_inventory(schema, settings) -%}
    {%- set ladder = dbt_crowd._policy_ladder(inventory, settings.get('rungs') or []) -%}
    {%- set nested = {} -%}
    {%- set nested_faults = [] -%}
    {%- for key in ['population', 'risk'] if settings.get(key) -%}
        {%- set built = dbt_crowd._policy_nested(schema, key, settings[key], key ~ '.') -%}
        {%- do nested.update({key: built.settings}) -%}
        {%- do nested_faults.extend(built.faults + (dbt_crowd._population_faults(settings[key], inventory.names) if key == 'population' and settings[key] is mapping else [])) -%}
    {%- endfor -%}
    {%- set digits = dbt_crowd._too_many_decimals(settings.get('max_suppression')) -%}
    {%- if own.kind == 'counts' -%}
        {%- set counts = dbt_crowd._policy_counts(schema, settings, inventory, ladder.rungs) -%}
        {%- do nested.update(counts.settings) -%}
        {%- do nested_faults.extend(counts.faults) -%}
    {%- endif -%}
    {%- set faults = place_faults + own.faults + checked.faults + digits + nested_faults + dbt_crowd._policy_kind_faults(schema, settings, meta) + inventory.faults + ladder.faults -%}
    {%- if faults -%}
        {%- do return({'policy': none, 'faults': faults}) -%}
    {%- endif -%}
    {%- set policy = {'name': name, 'unique_id': unique_id} -%}
    {%- for key, value in settings.items() if key not in ['undecided', 'population', 'risk'] -%}
        {%- do policy.update({key: value}) -%}
    {%- endfor -%}
    {%- do policy.update({
        'max_suppression_ratio': dbt_crowd._decimal_ratio(settings.max_suppression),
        'direct_identifiers': inventory.direct_identifiers | map(attribute='name') | list,
        'quasi_identifiers': inventory.quasi_identifiers,
        'sensitive': inventory.sensitive,
        'insensitive': inventory.insensitive | map(attribute='name') | list,
        'rungs': ladder.rungs,
    }) -%}
    {%- do policy.update(nested) -%}
    {%- do policy.update({'hash': local_md5(dbt_crowd.policy_as_json(policy))}) -%}
    {%- do return({'policy': policy, 'faults': []}) -%}
{% endmacro %}
