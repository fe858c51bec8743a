{#-
    One sensitive column as release and judge use it, with no more keys than are said: {'column': {'name', ...} or none, 'faults': [...]}.
    With a hierarchy it has `levels` and an expression per level too, and `level` as a place among them.
    column  {'name', 'settings'} as the policy declares it
    number  its place among the sensitive columns, from 1
-#}
{% macro _policy_sensitive(schema, column, number) %}
    {%- set path = 'sensitive.' ~ column.name -%}
    {%- set rows = schema | selectattr('scope', 'equalto', 'sensitive') | list -%}
    {%- set settings = column.settings -%}
    {%- if settings is not mapping -%}
        {%- do return({'column': none, 'faults': [
            dbt_crowd._policy_fault(path ~ ' must be a mapping of settings, {} for none', settings, 'sensitive'),
        ]}) -%}
    {%- endif -%}
    {%- set has_hierarchy = 'hierarchy' in settings or 'type' in settings -%}
    {%- set keys = rows | map(attribute='key') | reject('in', ['hierarchy', 'type']) | list -%}
    {%- set own = {} -%}
    {%- for key, value in settings.items() if key in keys or not has_hierarchy -%}
        {%- do own.update({key: value}) -%}
    {%- endfor -%}
    {%- set checked = dbt_crowd._policy_values(rows, own, path ~ '.', 'a sensitive column', 'sensitive') -%}
    {%- set said = {'name': column.name} -%}
    {%- for row in rows if checked.settings.get(row.key) is not none and checked.settings.get(row.key) is defined -%}
        {%- if row.key in own or (row.default is not none and row.beside in own) -%}
            {%- do said.update({row.key: checked.settings[row.key]}) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- set faults = checked.faults + dbt_crowd._sensitive_faults(rows, own, said, has_hierarchy, path) -%}
    {%- if has_hierarchy -%}
        {%- set built = dbt_crowd._policy_hierarchy(schema, settings, path, scope='sensitive') -%}
        {%- set faults = faults + built.faults -%}
        {%- if not faults -%}
            {%- set placed = dbt_crowd._sensitive_levels(column, built.hierarchy, said, number, path) -%}
            {%- do said.update(placed.settings) -%}
            {%- set faults = placed.faults -%}
        {%- endif -%}
    {%- endif -%}
    {%- do return({'column': none if faults else said, 'faults': faults}) -%}
{% endmacro %}


{#- What a hierarchy adds to a sensitive column. At its last level all values are one, and nothing could be judged there. -#}
{% macro _sensitive_levels(column, hierarchy, said, number, path) %}
    {%- set levels = dbt_crowd.hierarchy_levels(hierarchy) -%}
    {%- set found = dbt_crowd._policy_level(levels[:-1], said.get('level') or levels[0], path ~ '.level', 'sensitive-level') -%}
    {%- set faults = found.faults -%}
    {%- if said.get('order') == 'text' and hierarchy.type in ['bands', 'date'] -%}
        {%- set faults = faults + [dbt_crowd._policy_fault(path ~ '.order must not be text for ' ~ hierarchy.type ~ ', whose labels are not in order as text', 'text', 'sensitive-order')] -%}
    {%- endif -%}
    {%- do return({'faults': faults, 'settings': {
        'hierarchy': hierarchy,
        'levels': levels,
        'level': found.index,
        'expressions': dbt_crowd.hierarchy_expressions(hierarchy, dbt_crowd.quoted(column.name), alias='sensitive_hierarchy_' ~ number),
    }}) -%}
{% endmacro %}


{#- What the settings of a sensitive column must be to one another. -#}
{% macro _sensitive_faults(rows, own, said, has_hierarchy, path) %}
    {%- set faults = [] -%}
    {%- for row in rows if row.key in own and row.beside and row.beside not in own -%}
        {%- do faults.append(dbt_crowd._policy_fault(path ~ '.' ~ row.key ~ ' must stand beside ' ~ row.beside, own[row.key], row.anchor)) -%}
    {%- endfor -%}
    {%- if said.get('l_diversity') == 'recursive' and 'c' not in own -%}
        {%- do faults.append(dbt_crowd._policy_fault(path ~ '.c must be there for l_diversity: recursive', none, 'sensitive-c')) -%}
    {%- elif 'c' in own and said.get('l_diversity') in ['distinct', 'entropy'] -%}
        {%- do faults.append(dbt_crowd._policy_fault(path ~ '.c must stand beside l_diversity: recursive', own.c, 'sensitive-c')) -%}
    {%- endif -%}
    {%- if 'order' in own and said.get('distance') in ['equal', 'hierarchical'] -%}
        {%- do faults.append(dbt_crowd._policy_fault(path ~ '.order must stand beside distance: ordered', own.order, 'sensitive-order')) -%}
    {%- endif -%}
    {%- if said.get('distance') == 'hierarchical' and not has_hierarchy -%}
        {%- do faults.append(dbt_crowd._policy_fault(path ~ '.hierarchy must be there for distance: hierarchical', none, 'sensitive-hierarchy')) -%}
    {%- elif 'level' in own and not has_hierarchy -%}
        {%- do faults.append(dbt_crowd._policy_fault(path ~ '.hierarchy must be there for level', none, 'sensitive-hierarchy')) -%}
    {%- endif -%}
    {%- do return(faults) -%}
{% endmacro %}
