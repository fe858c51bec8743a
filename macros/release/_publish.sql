{#- The swap: old release out, new one in, private copy, log row. One transaction where the warehouse has them. -#}
{% macro _publish(target_relation, existing, candidate, policy, header, hierarchies, figures) %}
    {%- set entry = dbt_crowd._release_log_entry(target_relation, policy, header, figures) -%}
    {%- do entry.update({'outcome': 'released', 'hierarchy_hashes': dbt_crowd._hierarchy_hashes(policy, hierarchies)}) -%}
    {%- set line = dbt_crowd._counts_run_line(policy, figures, dbt_crowd._last_suppression_rate(target_relation)) if policy.get('measures') else dbt_crowd._run_line(policy, figures) -%}
    {%- set decided = [dbt_crowd._insert_cell_decisions_sql(policy, target_relation, candidate, entry)] if policy.get('measures') else [] -%}
    {%- set logged = dbt_crowd._insert_release_log_sql(dbt_crowd.release_log(target_relation), entry, {
        'content_fingerprint': dbt_crowd._fingerprint_sql(target_relation, dbt_crowd.published_columns(policy)),
    }) -%}
    {%- do dbt_crowd.run_together('main', decided + dbt_crowd._swap_statements(target_relation, existing, candidate, policy, header) + [logged]) -%}
    {%- do store_raw_result(name='main', message=line, code='RELEASED', rows_affected=figures.crowd_rows) -%}
{% endmacro %}


{#- The statements of the swap. -#}
{% macro _swap_statements(target_relation, existing, candidate, policy, header, structure=false) %}
    {%- set published = dbt_crowd._published_select(policy, candidate) ~ '\norder by\n    ' ~ dbt_crowd._published_order(policy) | join(',\n    ') -%}
    {%- set statements = [] -%}
    {%- if existing is not none and not (existing.type == 'table' and dbt_crowd.replaces_tables()) -%}
        {%- do statements.append(dbt_crowd.drop_statement(existing)) -%}
    {%- endif -%}
    {%- do statements.append(create_table_as(False, target_relation, published)) -%}
    {%- set private = dbt_crowd.private_copy(target_relation) -%}
    {%- do statements.append('drop table if exists ' ~ private) -%}
    {%- if dbt_crowd.has_private_copy(policy) -%}
        {%- do statements.extend(dbt_crowd.moved_table(candidate, private.identifier)) -%}
    {%- else -%}
        {%- do statements.append('drop table ' ~ candidate) -%}
    {%- endif -%}
    {%- do return(statements + dbt_crowd._overall_statements(target_relation, policy, header, structure)) -%}
{% endmacro %}


{#- Published rows are ordered by their published columns, so that their order tells nothing: by place, where crowds have one, the labels need not be compared. -#}
{% macro _published_order(policy) %}
    {%- if dbt_crowd._has_places(policy) -%}
        {%- do return(['crowd_place'] + dbt_crowd._carried_columns(policy)) -%}
    {%- endif -%}
    {%- do return(dbt_crowd._quoted_names(dbt_crowd.published_columns(policy))) -%}
{% endmacro %}


{#- What is published of a candidate: of records the declared columns, of counts the cells that its members add up to. -#}
{% macro _published_select(policy, candidate) %}
    {%- if policy.get('measures') -%}
        {%- do return(dbt_crowd.published_counts_query(policy, candidate, (dbt_crowd._needed_protection(policy, this) or {}).get('lines'))) -%}
    {%- endif -%}
    {%- do return('select\n    ' ~ dbt_crowd._quoted_names(dbt_crowd.published_columns(policy)) | join(',\n    ') ~ '\nfrom ' ~ candidate ~ (' as candidate' if candidate is string and candidate[:1] == '(' else '')) -%}
{% endmacro %}


{#- What dbt's run line says of a release. -#}
{% macro _run_line(policy, figures) %}
    {%- set line = 'RELEASED ' ~ dbt_crowd._thousands(figures.crowd_rows) ~ ' of ' ~ dbt_crowd._thousands(figures.crowd_input_rows)
        ~ ' rows, smallest crowd ' ~ dbt_crowd._thousands(figures.crowd_smallest_class) -%}
    {%- if dbt_crowd._budget_is_nearly_used(policy, figures) -%}
        {%- set line = line ~ '; WARNING: ' ~ dbt_crowd._thousands(figures.crowd_suppressed_persons) ~ ' of '
            ~ dbt_crowd._thousands(figures.crowd_suppression_budget) ~ ' that may be suppressed are' -%}
    {%- endif -%}
    {%- do return(line) -%}
{% endmacro %}


{#- Whether suppression has used the share of its budget from which the policy wants a warning. -#}
{% macro _budget_is_nearly_used(policy, figures) %}
    {%- do return(figures.crowd_suppressed_persons > 0 and figures.crowd_suppressed_persons >= policy.warn_at * figures.crowd_suppression_budget) -%}
{% endmacro %}


{#-
    A fingerprint of a relation's content that does not depend on the order of its rows: their number and the sum of their
    hashes. Members of a crowd repeat one another, so that each distinct row is hashed once. Hashes have 60 bits: their sum
    is a decimal, of as many digits as every engine has.
-#}
{% macro _fingerprint_sql(relation, columns) %}
    {%- set values = [] -%}
    {%- set names = [] -%}
    {%- set text = dbt_crowd.exact_text('{column}') -%}
    {%- for name in dbt_crowd._quoted_names(columns) -%}
        {%- do values.append(text.replace('{column}', name)) -%}
        {%- do names.append('crowd_value_' ~ loop.index) -%}
    {%- endfor -%}
    {%- set lines = [] -%}
    {%- for value in values -%}
        {%- do lines.append(value ~ ' as ' ~ names[loop.index0]) -%}
    {%- endfor -%}
    {%- set hashes = 'sum(crowd_rows * cast(' ~ dbt_crowd.row_hash(names) ~ ' as ' ~ dbt_crowd.type_hash_sum() ~ '))' -%}
    {%- set sql -%}
(
    select {{ dbt.concat([dbt_crowd.as_text('coalesce(sum(crowd_rows), 0)'), "':'", dbt_crowd.as_text('coalesce(' ~ hashes ~ ', 0)')]) }}
    from (
        select
            {{ lines | join(',\n            ') }},
            count(*) as crowd_rows
        from {{ relation }}
        group by
            {{ values | join(',\n            ') }}
    ) as distinct_rows
)
    {%- endset -%}
    {%- do return(sql) -%}
{% endmacro %}


{#- A fingerprint of each hierarchy table, for the release log: one statement for all. -#}
{% macro _hierarchy_hashes(policy, hierarchies) %}
    {%- set hashes = {} -%}
    {%- set columns = dbt_crowd._table_hierarchies(policy) -%}
    {%- set lines = [] -%}
    {%- for column in columns -%}
        {%- do lines.append(dbt_crowd._fingerprint_sql(hierarchies[column.name], column.levels) ~ ' as fingerprint_' ~ loop.index) -%}
    {%- endfor -%}
    {%- if columns -%}
        {%- set fingerprints = run_query('select\n' ~ lines | join(',\n')).rows[0] -%}
        {%- for column in columns -%}
            {%- do hashes.update({column.name: fingerprints[loop.index0]}) -%}
        {%- endfor -%}
    {%- endif -%}
    {%- do return(tojson(hashes, sort_keys=true)) -%}
{% endmacro %}
