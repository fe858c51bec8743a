{#-
    The columns of the four kinds, resolved: {'direct_identifiers', 'quasi_identifiers', 'sensitive', 'insensitive', 'names', 'faults'},
    where names are those of all declared quasi-identifiers, also of the ones that have faults.
-#}
{% macro _policy_inventory(schema, settings) %}
    {%- set scopes = {
        'direct_identifiers': 'direct_identifier', 'quasi_identifiers': 'quasi_identifier',
        'sensitive': 'sensitive', 'insensitive': 'insensitive',
    } -%}
    {%- set declared = [] -%}
    {%- set inventory = {} -%}
    {%- set state = namespace(faults=[], names=[]) -%}
    {%- for kind, scope in scopes.items() -%}
        {%- set listed = dbt_crowd._policy_columns(kind, settings.get(kind) or []) -%}
        {%- set state.faults = state.faults + listed.faults -%}
        {%- set resolved = [] -%}
        {%- if scope in ['quasi_identifier', 'sensitive'] -%}
            {%- if scope == 'quasi_identifier' -%}
                {%- set state.names = listed.columns | map(attribute='name') | list -%}
            {%- endif -%}
            {%- for column in listed.columns -%}
                {%- if scope == 'quasi_identifier' -%}
                    {%- set built = dbt_crowd._policy_quasi_identifier(schema, column, loop.index) -%}
                {%- else -%}
                    {%- set built = dbt_crowd._policy_sensitive(schema, column, loop.index) -%}
                {%- endif -%}
                {%- set state.faults = state.faults + built.faults -%}
                {%- if built.column -%}
                    {%- do resolved.append(built.column) -%}
                {%- endif -%}
            {%- endfor -%}
            {%- do inventory.update({kind: resolved}) -%}
        {%- else -%}
            {%- set plain = dbt_crowd._policy_plain_columns(schema, kind, scope, listed.columns) -%}
            {%- set state.faults = state.faults + plain.faults -%}
            {%- do inventory.update({kind: plain.columns}) -%}
        {%- endif -%}
        {%- for column in listed.columns -%}
            {%- do declared.append({'kind': kind, 'name': column.name}) -%}
        {%- endfor -%}
    {%- endfor -%}
    {%- set faults = state.faults + dbt_crowd._policy_inventory_faults(declared, settings.get('privacy_unit')) -%}
    {%- do inventory.update({'names': state.names, 'faults': faults}) -%}
    {%- do return(inventory) -%}
{% endmacro %}
