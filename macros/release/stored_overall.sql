{#-
    How the sensitive values of the input were distributed when a release was made: what its classes are compared with as
    long as it stands. A table of values and shares beside the private copy, since the release cannot tell it, the input
    moves on, and the log holds no values.
-#}
{% macro stored_overall(target_relation) %}
    {%- set name = target_relation.identifier -%}
    {%- do return(api.Relation.create(
        database=target_relation.database,
        schema=dbt_crowd.private_schema(target_relation),
        identifier='crowd_overall_' ~ (name if name | length <= 24 else name[:16] ~ '_' ~ local_md5(name)[:7]),
        type='table'
    )) -%}
{% endmacro %}


{#- Whether a policy compares classes with the whole input. -#}
{% macro _compares_with_input(policy) %}
    {%- do return(dbt_crowd.sensitive_columns(policy) | selectattr('compared') | list | length > 0) -%}
{% endmacro %}


{#- The statements that put the table in the place of an earlier one; without its rows where nothing is released. -#}
{% macro _overall_statements(target_relation, policy, header, structure=false) %}
    {%- set relation = dbt_crowd.stored_overall(target_relation) -%}
    {%- set statements = ['drop table if exists ' ~ relation] -%}
    {%- if dbt_crowd._compares_with_input(policy) -%}
        {%- set input = dbt_crowd._existing_relation(policy, header.input, 'input') -%}
        {%- set query = dbt_crowd._overall_query(policy, input, dbt_crowd._existing_hierarchies(policy, header), structure) -%}
        {%- do statements.append(dbt_crowd.new_table(relation, query)) -%}
    {%- endif -%}
    {%- do return(statements) -%}
{% endmacro %}


{% macro _overall_query(policy, input, hierarchies, structure) %}
    {%- set columns = dbt_crowd.sensitive_columns(policy) -%}
    {%- set persons = true if policy.privacy_unit else false -%}
    {%- set lines = ([dbt_crowd.person_expression(policy) ~ ' as crowd_person'] if persons else []) + dbt_crowd._sensitive_lines(columns, whole=true) -%}
    {%- set joins = dbt_crowd._sensitive_joins(policy, 'source') | replace('\n', '\n    ') -%}
    {%- set whole -%}
whole as (
    select
        {{ lines | join(',\n        ') }}
    from source
    {%- if joins %}
    {{ joins }}
    {%- endif %}
    {%- if structure %}
    where 1 = 0
    {%- endif %}
)
    {%- endset -%}
    {%- set ctes = [dbt_crowd._source_cte(policy, input)] + dbt_crowd._sensitive_hierarchy_ctes(policy, hierarchies) + [whole] -%}
    {%- set ctes = ctes + dbt_crowd.overall_ctes(columns, 'whole', persons) -%}
    {%- set selects = [] -%}
    {%- for column in columns if column.compared -%}
        {%- do selects.append(dbt_crowd._overall_select(policy, columns, column)) -%}
    {%- endfor -%}
    {%- do return('with ' ~ ctes | join(',\n\n') ~ '\n\n' ~ selects | join('\nunion all\n')) -%}
{% endmacro %}


{#- One column's part; what another column has and this one has not is NULL. -#}
{% macro _overall_select(policy, columns, column) %}
    {%- set own = dbt_crowd._overall_fields([column]) | map(attribute='name') | list -%}
    {%- set lines = [
        dbt_crowd.as_text(dbt_crowd.sql_text(column.name)) ~ ' as crowd_column',
        dbt_crowd.as_text(dbt_crowd.sql_text(dbt_crowd._overall_basis(policy, column.name))) ~ ' as crowd_basis',
    ] -%}
    {%- for field in dbt_crowd._overall_fields(columns) -%}
        {%- do lines.append('cast(' ~ (field.name if field.name in own else 'null') ~ ' as ' ~ dbt_crowd._log_type(field.type) ~ ') as ' ~ field.name) -%}
    {%- endfor -%}
    {%- do return('select\n    ' ~ lines | join(',\n    ') ~ '\nfrom overall_' ~ column.number) -%}
{% endmacro %}


{#- What is known of a value of any of these columns, see overall_ctes. -#}
{% macro _overall_fields(columns) %}
    {%- set fields = [
        {'name': 'crowd_value', 'type': 'string'}, {'name': 'crowd_share', 'type': 'float'},
        {'name': 'crowd_all', 'type': 'float'}, {'name': 'crowd_values', 'type': 'bigint'},
    ] -%}
    {%- if columns | selectattr('ordered') | list -%}
        {%- do fields.append({'name': 'crowd_place', 'type': 'bigint'}) -%}
        {%- do fields.append({'name': 'crowd_unplaced', 'type': 'bigint'}) -%}
        {%- do fields.append({'name': 'crowd_running', 'type': 'float'}) -%}
    {%- endif -%}
    {%- set nodes = [0] -%}
    {%- for column in columns -%}
        {%- do nodes.append(column.nodes | length) -%}
    {%- endfor -%}
    {%- for node in range(1, (nodes | max) + 1) -%}
        {%- do fields.append({'name': 'crowd_node_' ~ node, 'type': 'string'}) -%}
        {%- do fields.append({'name': 'crowd_node_share_' ~ node, 'type': 'float'}) -%}
    {%- endfor -%}
    {%- do return(fields) -%}
{% endmacro %}


{#- What the stored shares depend on beside the input. Where the policy has come to say something else, there are none to compare with, and every class fails. -#}
{% macro _overall_basis(policy, name) %}
    {%- set column = policy.sensitive | selectattr('name', 'equalto', name) | first -%}
    {%- set basis = {'privacy_unit': policy.privacy_unit} -%}
    {%- for key in ['hierarchy', 'level', 'distance', 'order'] -%}
        {%- do basis.update({key: column.get(key)}) -%}
    {%- endfor -%}
    {%- do return(local_md5(dbt_crowd._canonical_json(basis))) -%}
{% endmacro %}


{#- overall_<i> from what was stored. -#}
{% macro _stored_overall_ctes(policy, columns, relation) %}
    {%- set ctes = [] -%}
    {%- for column in columns if column.compared -%}
        {%- set names = dbt_crowd._overall_fields([column]) | map(attribute='name') | join(',\n        ') -%}
        {%- do ctes.append(
            'overall_' ~ column.number ~ ' as (\n    select\n        ' ~ names ~ '\n    from ' ~ relation
            ~ '\n    where crowd_column = ' ~ dbt_crowd.sql_text(column.name) ~ '\n        and crowd_basis = '
            ~ dbt_crowd.sql_text(dbt_crowd._overall_basis(policy, column.name)) ~ '\n)'
        ) -%}
    {%- endfor -%}
    {%- do return(ctes) -%}
{% endmacro %}
