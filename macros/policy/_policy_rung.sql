{#-
    One rung as places of levels, in the order of the quasi-identifiers: {'rung': [...], 'faults': [...]}. A column that it leaves out stays at its finest allowed level.
    columns  the resolved quasi-identifiers
    names    of all that are declared; of one that has faults itself nothing more is said here
-#}
{% macro _policy_rung(columns, names, rung, number) %}
    {%- set subject = 'rung ' ~ number -%}
    {%- if rung is not mapping -%}
        {%- do return({'rung': [], 'faults': [
            dbt_crowd._policy_fault(subject ~ ' must be a mapping of column to the name of a level', rung, 'rungs'),
        ]}) -%}
    {%- endif -%}
    {%- set faults = [] -%}
    {%- set places = [] -%}
    {%- for name, level in rung.items() if name not in names -%}
        {%- set hint = '; the nearest is ' ~ dbt_crowd._nearest_word(name, names) if names else '' -%}
        {%- do faults.append(dbt_crowd._policy_fault(subject ~ ' must name quasi-identifiers of the policy' ~ hint, name, 'rungs')) -%}
    {%- endfor -%}
    {%- for column in columns -%}
        {%- set key = subject ~ ': ' ~ column.name -%}
        {%- set name = rung[column.name] if column.name in rung else column.levels[column.min_level] -%}
        {%- set found = dbt_crowd._policy_level(column.levels, name, key, 'rungs') -%}
        {%- if found.faults -%}
            {%- do faults.append(found.faults | first) -%}
        {%- elif found.index < column.min_level or found.index > column.max_level -%}
            {%- set allowed = column.levels[column.min_level:column.max_level + 1] -%}
            {%- do faults.append(dbt_crowd._policy_fault(
                key ~ ' must stay within min_level and max_level: ' ~ allowed | join(', '), name, 'rungs'
            )) -%}
        {%- else -%}
            {%- do places.append(found.index) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- do return({'rung': places, 'faults': faults}) -%}
{% endmacro %}
