{#-
    Faults of the inventory as a whole: a column declared twice or in two kinds, two that differ only by case, a person column that is not declared as one.
    declared: list of {'kind', 'name'} in the order of the policy
-#}
{% macro _policy_inventory_faults(declared, privacy_unit) %}
    {%- set faults = [] -%}
    {%- set seen = {} -%}
    {%- for column in declared -%}
        {%- set earlier = seen.get(column.name | lower) -%}
        {%- if not earlier -%}
            {%- do seen.update({column.name | lower: column}) -%}
        {%- elif earlier.name != column.name -%}
            {%- do faults.append(dbt_crowd._policy_fault(
                column.kind ~ ' must not name a column that differs only by case from ' ~ earlier.name ~ ' of ' ~ earlier.kind, column.name, column.kind
            )) -%}
        {%- elif earlier.kind != column.kind -%}
            {%- do faults.append(dbt_crowd._policy_fault(
                column.kind ~ ' must not name a column that is in ' ~ earlier.kind ~ ' already: each is of one kind', column.name, column.kind
            )) -%}
        {%- else -%}
            {%- do faults.append(dbt_crowd._policy_fault(column.kind ~ ' must name each column once', column.name, column.kind)) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- if privacy_unit -%}
        {%- set persons = [] -%}
        {%- for column in declared if column.kind in ['direct_identifiers', 'quasi_identifiers'] -%}
            {%- do persons.append(column.name) -%}
        {%- endfor -%}
        {%- if privacy_unit not in persons -%}
            {%- set hint = '; the nearest is ' ~ dbt_crowd._nearest_word(privacy_unit, persons) if persons else '' -%}
            {%- do faults.append(dbt_crowd._policy_fault(
                'privacy_unit must be one of the direct_identifiers or quasi_identifiers' ~ hint, privacy_unit, 'privacy_unit'
            )) -%}
        {%- endif -%}
    {%- endif -%}
    {%- do return(faults) -%}
{% endmacro %}
