{#- The policy's rungs as places of levels: {'rungs': [[...]], 'faults': [...]}. -#}
{% macro _policy_ladder(inventory, rungs) %}
    {%- set ladder = [] -%}
    {%- set state = namespace(faults=[]) -%}
    {%- for rung in rungs -%}
        {%- set placed = dbt_crowd._policy_rung(inventory.quasi_identifiers, inventory.names, rung, loop.index) -%}
        {%- do ladder.append(placed.rung) -%}
        {%- set state.faults = state.faults + placed.faults -%}
    {%- endfor -%}
    {%- do return({'rungs': ladder, 'faults': state.faults}) -%}
{% endmacro %}
