{#- Every row of the input with its labels, its person, and what is added up. Labels of tables are joined in a step of their own. -#}
{% macro _counts_labels_ctes(policy, labels) %}
    {%- set lines = [dbt_crowd.person_expression(policy) ~ ' as crowd_person'] if policy.privacy_unit else [] -%}
    {%- for label in dbt_crowd._counted_labels(policy, labels) if policy.quasi_identifiers[label.column].hierarchy.type != 'table' -%}
        {%- do lines.append(label.expression | indent(8) ~ ' as ' ~ label.alias) -%}
    {%- endfor -%}
    {%- for column in policy.sensitive -%}
        {%- do lines.append(dbt_crowd.normalised_text(dbt_crowd.quoted(column.name)) ~ ' as crowd_sensitive_' ~ loop.index) -%}
    {%- endfor -%}
    {%- for name in dbt_crowd.measured_columns(policy) -%}
        {%- do lines.append(dbt_crowd.counted_number(name) ~ ' as crowd_value_' ~ loop.index) -%}
    {%- endfor -%}
    {%- if policy.input == 'cells' -%}
        {%- do lines.append('cast(' ~ dbt_crowd.counted_number(policy.count) ~ ' as ' ~ (dbt.type_bigint() | trim | lower) ~ ') as crowd_count') -%}
    {%- endif -%}
    {%- set tables = dbt_crowd._table_hierarchies(policy) -%}
    {%- for column in policy.quasi_identifiers -%}
        {%- if column.hierarchy.type == 'table' -%}
            {%- do lines.append(dbt_crowd._trimmed_text(dbt_crowd.quoted(column.name), column.hierarchy.get('case')) ~ ' as crowd_' ~ loop.index ~ '_text') -%}
        {%- endif -%}
    {%- endfor -%}
    {%- set name = 'cleaned' if tables else 'generalized' -%}
    {%- set cte = name ~ ' as (\n    select\n        ' ~ lines | join(',\n        ') ~ '\n    from source\n)' -%}
    {%- do return([cte] + ([dbt_crowd._mapped_cte(policy, labels)] if tables else [])) -%}
{% endmacro %}


{#- The labels of table hierarchies beside everything else. -#}
{% macro _mapped_cte(policy, labels) %}
    {%- set lines = ['cleaned.*'] -%}
    {%- set joins = [] -%}
    {%- for label in dbt_crowd._counted_labels(policy, labels) if policy.quasi_identifiers[label.column].hierarchy.type == 'table' -%}
        {%- set number = label.column + 1 -%}
        {%- set text = 'cleaned.crowd_' ~ number ~ '_text' -%}
        {%- set alias = 'hierarchy_' ~ number -%}
        {%- do lines.append(dbt_crowd._table_labels(policy.quasi_identifiers[label.column].hierarchy, text, alias)[label.level] | indent(8) ~ ' as ' ~ label.alias) -%}
        {%- do joins.append('left join ' ~ alias ~ '\n        on ' ~ dbt_crowd.is_same(alias ~ '.' ~ dbt_crowd.hierarchy_label(0), text)) -%}
    {%- endfor -%}
    {%- do return('generalized as (\n    select\n        ' ~ lines | join(',\n        ') ~ '\n    from cleaned\n    ' ~ joins | unique | join('\n    ') ~ '\n)') -%}
{% endmacro %}


{#- The labels that rungs use, and the values of columns that no rung shows as they are, to see whether their hierarchy covers them. -#}
{% macro _counted_labels(policy, labels) %}
    {%- set counted = [] -%}
    {%- for column in policy.quasi_identifiers -%}
        {%- set alias = dbt_crowd._value_alias(labels, loop.index0) -%}
        {%- if alias == 'crowd_' ~ loop.index ~ '_value' -%}
            {%- do counted.append({'column': loop.index0, 'level': 0, 'alias': alias, 'expression': column.expressions[0]}) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- do return(counted + labels) -%}
{% endmacro %}


{#- A column of the input as an exact number; NULL, never an error, where it holds none. -#}
{% macro counted_number(name) %}
    {%- do return(dbt_crowd.any_as_number(dbt_crowd.as_text(dbt_crowd.quoted(name)), 18)) -%}
{% endmacro %}


{% macro _value_alias(labels, position) %}
    {%- for label in labels if label.column == position and label.level == 0 -%}
        {%- do return(label.alias) -%}
    {%- endfor -%}
    {%- do return('crowd_' ~ (position + 1) ~ '_value') -%}
{% endmacro %}


{#-
    One row per finest cell and person, with the coarser labels of the cell. Without a privacy unit the contributors to a sum
    are rows, which then stay apart.
-#}
{% macro _members_cte(policy, labels, rung) %}
    {%- set keys = dbt_crowd._cell_keys(policy, labels, rung) -%}
    {%- set grain = keys + (['crowd_person'] if policy.privacy_unit else []) -%}
    {%- set coarser = dbt_crowd._pluck(labels, 'alias') | reject('in', keys) | list -%}
    {%- set unmapped = [] -%}
    {%- for column in policy.quasi_identifiers -%}
        {%- do unmapped.append('case when ' ~ dbt_crowd._value_alias(labels, loop.index0) ~ " = '*' then 1 else 0 end") -%}
    {%- endfor -%}
    {%- set is_grouped = policy.privacy_unit or not dbt_crowd.measured_columns(policy) -%}
    {%- set add = ['sum(', ')'] if is_grouped else ['', ''] -%}
    {%- set rows = 'sum(crowd_count)' if policy.input == 'cells' else ('count(*)' if is_grouped else '1') -%}
    {%- set lines = grain[:] -%}
    {%- for name in coarser -%}
        {%- do lines.append('min(' ~ name ~ ') as ' ~ name if is_grouped else name) -%}
    {%- endfor -%}
    {%- set lines = lines + [
        'cast(' ~ rows ~ ' as ' ~ (dbt.type_bigint() | trim | lower) ~ ') as crowd_rows',
        'cast(' ~ add[0] ~ '\n            ' ~ unmapped | join('\n            + ') ~ '\n        ' ~ add[1] ~ ' as ' ~ (dbt.type_bigint() | trim | lower) ~ ') as crowd_unmapped',
    ] -%}
    {%- for name in dbt_crowd.measured_columns(policy) -%}
        {%- set value = 'crowd_value_' ~ loop.index -%}
        {%- do lines.append((('sum(' ~ value ~ ')') if is_grouped else value) ~ ' as ' ~ value) -%}
        {%- do lines.append((('count(' ~ value ~ ')') if is_grouped else 'case when ' ~ value ~ ' is null then 0 else 1 end') ~ ' as crowd_known_' ~ loop.index) -%}
    {%- endfor -%}
    {%- set cte -%}
members as (
    select
        {{ lines | join(',\n        ') }}
    from generalized
    {%- if policy.input == 'cells' %}
    where crowd_count > 0
    {%- endif %}
    {%- if is_grouped and grain %}
    group by
        {{ grain | join(',\n        ') }}
    {%- endif %}
)
    {%- endset -%}
    {%- do return(cte) -%}
{% endmacro %}
