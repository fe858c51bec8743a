{#- Settings under a key of the release, with no more keys than are said: {'settings': {...} or none, 'faults': [...]}. -#}
{% macro _policy_nested(schema, scope, said, path) %}
    {%- set rows = schema | selectattr('scope', 'equalto', scope) | list -%}
    {%- set checked = dbt_crowd._policy_values(rows, said, path, path[:-1] or scope, scope) -%}
    {%- set state = namespace(faults=checked.faults) -%}
    {%- set kept = {} -%}
    {%- for row in rows if row.key in said and row.key in checked.settings -%}
        {%- if row.type == 'settings' -%}
            {%- set inner = dbt_crowd._policy_nested(schema, row.key, said[row.key], path ~ row.key ~ '.') -%}
            {%- set state.faults = state.faults + inner.faults -%}
            {%- do kept.update({row.key: inner.settings}) -%}
        {%- else -%}
            {%- do kept.update({row.key: said[row.key]}) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- do return({'settings': kept, 'faults': state.faults}) -%}
{% endmacro %}


{#- What is asked beside a population must be something, of columns that there are. -#}
{% macro _population_faults(population, names) %}
    {%- set faults = [] -%}
    {%- if 'k_map' not in population and 'delta_presence' not in population -%}
        {%- do faults.append(dbt_crowd._policy_fault('population must ask for k_map or delta_presence', population, 'population')) -%}
    {%- endif -%}
    {%- set columns = population.get('columns') -%}
    {%- for name in (columns if columns is mapping else {}) if name not in names -%}
        {%- do faults.append(dbt_crowd._policy_fault('population.columns must name quasi-identifiers of the policy', name, 'population-columns')) -%}
    {%- endfor -%}
    {%- do return(faults) -%}
{% endmacro %}
