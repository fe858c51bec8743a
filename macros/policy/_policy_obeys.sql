{#- Whether a value is of the type and in the range that a row of the schema asks for. What is inside columns and rungs has macros of its own. -#}
{% macro _policy_obeys(row, value) %}
    {%- set is_list = dbt_crowd._is_list(value) -%}
    {%- if row.type in ['whole', 'number'] -%}
        {%- do return(dbt_crowd._is_number_within(value, row.allowed, whole=row.type == 'whole')) -%}
    {%- elif row.type in ['wholes', 'numbers'] -%}
        {%- do return(is_list and dbt_crowd._are_numbers_within(value, row.allowed, whole=row.type == 'wholes')) -%}
    {%- elif row.type == 'boolean' -%}
        {%- do return(value is boolean) -%}
    {%- elif row.type == 'choice' -%}
        {%- do return(value is string and value in row.allowed) -%}
    {%- elif row.type == 'date' -%}
        {%- do return(dbt_crowd._is_date_text(value)) -%}
    {%- elif row.type in ['text', 'column', 'hierarchy', 'type', 'level'] -%}
        {%- do return(dbt_crowd._is_name(value)) -%}
    {%- elif row.type in ['settings', 'renames'] -%}
        {%- do return(value is mapping and value | length > 0 and (row.type == 'settings' or dbt_crowd._are_names(value.values() | list))) -%}
    {%- elif row.type == 'bounds' -%}
        {%- do return(is_list and value | length == 2 and dbt_crowd._are_numbers_within(value, {'min': 0, 'max': 1}, whole=false) and value[0] <= value[1]) -%}
    {%- elif row.type == 'order' -%}
        {%- do return(value in ['text', 'numeric'] if value is string else dbt_crowd._are_names(value)) -%}
    {%- elif row.type == 'names' -%}
        {%- do return(dbt_crowd._are_names(value)) -%}
    {%- elif row.type == 'lists' -%}
        {%- do return(dbt_crowd._are_lists(value)) -%}
    {%- elif row.type == 'groups' -%}
        {%- do return(dbt_crowd._are_groups(value)) -%}
    {%- elif row.type == 'expressions' -%}
        {%- do return(dbt_crowd._are_expressions(value)) -%}
    {%- elif row.type in ['columns', 'undecided'] -%}
        {%- do return(is_list or value is mapping) -%}
    {%- elif row.type == 'measures' -%}
        {%- do return(value is mapping and value | length > 0) -%}
    {%- elif row.type == 'column_list' -%}
        {%- do return(is_list and (value | length == 0 or dbt_crowd._are_names(value))) -%}
    {%- elif row.type == 'column_lists' -%}
        {%- do return(is_list and dbt_crowd._are_column_lists(value)) -%}
    {%- elif row.type == 'rungs' -%}
        {%- do return(is_list) -%}
    {%- endif -%}
    {%- do dbt_crowd.refuse('dbt_crowd: the policy schema has a row of unknown type ' ~ row.type) -%}
{% endmacro %}
