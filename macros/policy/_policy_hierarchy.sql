{#- A column's hierarchy with presets expanded and defaults filled in: {'hierarchy': {'type', ...} or none, 'faults': [...]}. -#}
{% macro _policy_hierarchy(schema, settings, path, scope='quasi_identifier') %}
    {%- set found = dbt_crowd._policy_hierarchy_base(schema, settings, path) -%}
    {%- if found.faults -%}
        {%- do return({'hierarchy': none, 'faults': found.faults}) -%}
    {%- endif -%}
    {%- set column_rows = schema | selectattr('scope', 'equalto', scope) | list -%}
    {%- set column_keys = column_rows | map(attribute='key') | list -%}
    {%- set merged = {} -%}
    {%- for key, value in found.base.items() if key != 'type' -%}
        {%- do merged.update({key: value}) -%}
    {%- endfor -%}
    {%- for key, value in settings.items() if key not in column_keys -%}
        {%- do merged.update({key: value}) -%}
    {%- endfor -%}
    {%- set type = found.base.type -%}
    {%- set checked = dbt_crowd._policy_values(
        schema | selectattr('scope', 'equalto', type) | list, merged, path ~ '.',
        ('a quasi-identifier' if scope == 'quasi_identifier' else 'a sensitive column') ~ ' whose hierarchy is of type ' ~ type, type, also=column_rows
    ) -%}
    {%- if checked.faults -%}
        {%- do return({'hierarchy': none, 'faults': checked.faults}) -%}
    {%- endif -%}
    {%- set hierarchy = {'type': type} -%}
    {%- do hierarchy.update(checked.settings) -%}
    {%- set faults = [] -%}
    {%- for sentence in dbt_crowd.hierarchy_faults(hierarchy) -%}
        {%- do faults.append(path ~ ': ' ~ sentence ~ ' See docs/policy.md#' ~ type) -%}
    {%- endfor -%}
    {%- do return({'hierarchy': hierarchy, 'faults': faults}) -%}
{% endmacro %}
