{#-
    What a policy builds a column's hierarchy on, as {'base': a mapping with its type, 'faults': [...]}: a bare type, a
    preset, or one that the project names in the variable dbt_crowd_hierarchies.
-#}
{% macro _policy_hierarchy_base(schema, settings, path) %}
    {%- set types = dbt_crowd._hierarchy_types(schema) -%}
    {%- if 'type' in settings and 'hierarchy' in settings -%}
        {%- do return({'faults': [dbt_crowd._policy_fault(path ~ ' must have one of hierarchy and type, not both', settings, 'hierarchy')]}) -%}
    {%- endif -%}
    {%- set key = 'type' if 'type' in settings else 'hierarchy' -%}
    {%- set word = settings.get(key, 'suppress') -%}
    {%- set presets = dbt_crowd.hierarchy_presets() -%}
    {%- set own = var('dbt_crowd_hierarchies', {}) or {} -%}
    {%- set named = presets.keys() | list + own.keys() | list -%}
    {%- set known = types if key == 'type' else types + named -%}
    {%- if word not in known -%}
        {%- do return({'faults': [dbt_crowd._policy_unknown_hierarchy(key, word, known, named, path)]}) -%}
    {%- elif known | select('equalto', word) | list | length > 1 -%}
        {%- set rule = 'dbt_crowd_hierarchies must not name a hierarchy like a type or a preset' -%}
        {%- do return({'faults': [dbt_crowd._policy_fault(rule, word, 'hierarchy')]}) -%}
    {%- elif word in types -%}
        {%- do return({'base': {'type': word}, 'faults': []}) -%}
    {%- endif -%}
    {%- set base = own[word] if word in own else presets[word] -%}
    {%- if base is not mapping or base.get('type') not in types -%}
        {%- set rule = 'dbt_crowd_hierarchies.' ~ word ~ ' must be a mapping of settings with a type, one of ' ~ types | join(', ') -%}
        {%- do return({'faults': [dbt_crowd._policy_fault(rule, base, 'hierarchy')]}) -%}
    {%- endif -%}
    {%- do return({'base': base, 'faults': []}) -%}
{% endmacro %}
