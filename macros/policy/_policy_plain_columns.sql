{#- The columns of a kind that has no hierarchy, each with its name and settings: {'columns': [{'name', ...}], 'faults': [...]}. -#}
{% macro _policy_plain_columns(schema, kind, scope, columns) %}
    {%- set owners = {'direct_identifier': 'a direct identifier', 'insensitive': 'an insensitive column'} -%}
    {%- set rows = schema | selectattr('scope', 'equalto', scope) | list -%}
    {%- set main = rows | selectattr('main') | first -%}
    {%- set resolved = [] -%}
    {%- set faults = [] -%}
    {%- for column in columns -%}
        {%- set path = kind ~ '.' ~ column.name -%}
        {%- set settings = {main.key: column.settings} if main and column.settings is string else column.settings -%}
        {%- if settings is not mapping -%}
            {%- do faults.append(dbt_crowd._policy_fault(path ~ ' must be a mapping of settings, {} for none', settings, kind)) -%}
        {%- else -%}
            {%- set checked = dbt_crowd._policy_values(rows, settings, path ~ '.', owners[scope], kind) -%}
            {%- do faults.extend(checked.faults) -%}
            {%- set entry = {'name': column.name} -%}
            {%- do entry.update(checked.settings) -%}
            {%- do resolved.append(entry) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- do return({'columns': resolved, 'faults': faults}) -%}
{% endmacro %}
