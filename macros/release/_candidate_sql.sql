{#-
    The statement that makes the candidate. A contract is about the published columns, and the candidate may hold the
    person too: so what is published is compared with the contract first, and the candidate is made without it.
-#}
{% macro _candidate_sql(policy, candidate, sql) %}
    {%- set protected = dbt_crowd._needed_protection(policy, this) -%}
    {%- set sql = dbt_crowd.protected_members_query(policy, '(\n' ~ sql ~ '\n)', protected) if protected else sql -%}
    {%- if not config.get('contract', {}).enforced -%}
        {%- do return(create_table_as(False, candidate, sql)) -%}
    {%- endif -%}
    {%- do get_assert_columns_equivalent(dbt_crowd._published_select(policy, '(\n' ~ sql ~ '\n)')) -%}
    {%- do return(dbt_crowd.new_table(candidate, sql)) -%}
{% endmacro %}


{#- NULLs where the contract has a not_null, counted before the swap: a constraint that fails there would leave no log row. -#}
{% macro _contract_faults(policy, candidate) %}
    {%- if not config.get('contract', {}).enforced -%}
        {%- do return([]) -%}
    {%- endif -%}
    {%- set names = dbt_crowd._not_null_columns() -%}
    {%- set counts = [] -%}
    {%- for name in names -%}
        {%- do counts.append('count(*) - count(' ~ dbt_crowd.quoted(name) ~ ') as crowd_nulls_' ~ loop.index) -%}
    {%- endfor -%}
    {%- set figures = dbt_crowd._counts('select ' ~ counts | join(', ') ~ ' from (' ~ dbt_crowd._published_select(policy, candidate) ~ ') as published') if counts else {} -%}
    {%- set faults = [] -%}
    {%- for name in names -%}
        {%- set nulls = figures['crowd_nulls_' ~ loop.index] -%}
        {%- if nulls -%}
            {%- do faults.append({'criterion': 'contract', 'words': name ~ ' is NULL in ' ~ dbt_crowd._thousands(nulls) ~ ' rows, and not_null by its contract'}) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- do return(faults) -%}
{% endmacro %}


{#- The columns that the contract says are not NULL, by a constraint of their own or of the model. -#}
{% macro _not_null_columns() %}
    {%- set names = [] -%}
    {%- for column in model.columns.values() -%}
        {%- for constraint in column.constraints or [] if constraint.type == 'not_null' -%}
            {%- do names.append(column.name) -%}
        {%- endfor -%}
    {%- endfor -%}
    {%- for constraint in model.constraints or [] if constraint.type == 'not_null' -%}
        {%- do names.extend(constraint.columns or []) -%}
    {%- endfor -%}
    {%- do return(names | unique | list) -%}
{% endmacro %}
