{#-
    One quasi-identifier as release and solver use it: {'column': {...} or none, 'faults': [...]}.
    column  {'name', 'settings'} as the policy declares it
    number  its place among the quasi-identifiers, from 1
-#}
{% macro _policy_quasi_identifier(schema, column, number) %}
    {%- set path = 'quasi_identifiers.' ~ column.name -%}
    {%- set settings = {'hierarchy': column.settings} if column.settings is string else column.settings -%}
    {%- if settings is not mapping -%}
        {%- do return({'column': none, 'faults': [
            dbt_crowd._policy_fault(path ~ ' must be the name of a hierarchy, or a mapping of settings', settings, 'quasi_identifiers'),
        ]}) -%}
    {%- endif -%}
    {%- set built = dbt_crowd._policy_hierarchy(schema, settings, path) -%}
    {%- set faults = built.faults -%}
    {%- set rows = schema | selectattr('scope', 'equalto', 'quasi_identifier') | list -%}
    {%- set own = {} -%}
    {%- for row in rows if row.key in settings and row.key not in ['hierarchy', 'type'] -%}
        {%- do own.update({row.key: settings[row.key]}) -%}
    {%- endfor -%}
    {%- set checked = dbt_crowd._policy_values(rows, own, path ~ '.', 'a quasi-identifier', 'quasi_identifiers') -%}
    {%- set faults = faults + checked.faults -%}
    {%- if faults -%}
        {%- do return({'column': none, 'faults': faults}) -%}
    {%- endif -%}
    {%- set levels = dbt_crowd.hierarchy_levels(built.hierarchy) -%}
    {%- set range = dbt_crowd._policy_level_range(levels, checked.settings, path) -%}
    {%- if range.faults -%}
        {%- do return({'column': none, 'faults': range.faults}) -%}
    {%- endif -%}
    {%- do return({'faults': [], 'column': {
        'name': column.name,
        'hierarchy': built.hierarchy,
        'levels': levels,
        'expressions': dbt_crowd.hierarchy_expressions(built.hierarchy, dbt_crowd.quoted(column.name), alias='hierarchy_' ~ number),
        'min_level': range.min_level,
        'max_level': range.max_level,
        'weight': checked.settings.weight,
        'domain': dbt_crowd.hierarchy_domain(built.hierarchy),
    }}) -%}
{% endmacro %}
