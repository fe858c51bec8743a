{#-
    CTEs that end in `labels`: crowd_raw, crowd_rows, crowd_in_hierarchy and crowd_label_0 to crowd_label_n of every
    distinct value of the data, and of every value that the hierarchy itself brings along where that is the domain.
-#}
{% macro _search_label_ctes(policy, position, hierarchies) %}
    {%- set column = policy.quasi_identifiers[position] -%}
    {%- set alone = dbt_crowd._search_column_alone(policy, position) -%}
    {%- set joins = dbt_crowd.hierarchy_joins(alone, hierarchies, 'source') | trim -%}
    {%- set from_data = 'source' ~ ('\n' ~ joins if joins else '') -%}
    {%- set data = dbt_crowd._search_labelled(column.expressions, dbt_crowd.quoted(column.name), 'crowd_rows', 0, from_data) -%}
    {%- set ctes = dbt_crowd.hierarchy_ctes(alone, hierarchies) -%}
    {%- if column.domain != 'hierarchy' -%}
        {%- do return(ctes + ['labels as (\n    ' ~ data | indent(4) ~ '\n)']) -%}
    {%- elif column.hierarchy.type == 'table' -%}
        {%- set names = [] -%}
        {%- for level in column.levels -%}
            {%- do names.append(dbt_crowd.hierarchy_label(loop.index0)) -%}
        {%- endfor -%}
        {%- set own = dbt_crowd._search_labelled(names, 'null', '0', 1, 'hierarchy_' ~ (position + 1)) -%}
    {%- else -%}
        {%- do ctes.append(dbt_crowd._search_leaves_cte(column)) -%}
        {%- set own = dbt_crowd._search_labelled(column.expressions, 'null', '0', 1, 'leaves') -%}
    {%- endif -%}
    {%- do return(ctes + ['labels as (\n    ' ~ data | indent(4) ~ '\n    union all\n    ' ~ own | indent(4) ~ '\n)']) -%}
{% endmacro %}


{% macro _search_labelled(expressions, value, rows, in_hierarchy, from_clause) %}
    {%- set lines = [value ~ ' as crowd_raw', rows if rows == 'crowd_rows' else rows ~ ' as crowd_rows', in_hierarchy ~ ' as crowd_in_hierarchy'] -%}
    {%- for expression in expressions -%}
        {%- do lines.append(expression ~ ' as crowd_label_' ~ loop.index0) -%}
    {%- endfor -%}
    {%- do return('select\n    ' ~ lines | join(',\n') | indent(4) ~ '\nfrom ' ~ from_clause) -%}
{% endmacro %}


{#- The policy with one column left as it is, so that only its hierarchy is joined, under the name that its expressions use. -#}
{% macro _search_column_alone(policy, position) %}
    {%- set columns = [] -%}
    {%- for column in policy.quasi_identifiers -%}
        {%- do columns.append(column if loop.index0 == position else {'name': column.name, 'levels': [], 'hierarchy': {'type': 'suppress'}}) -%}
    {%- endfor -%}
    {%- do return({'quasi_identifiers': columns}) -%}
{% endmacro %}


{#- The values that a groups hierarchy lists: the policy's words, not data. -#}
{% macro _search_leaves_cte(column) %}
    {%- set selects = [] -%}
    {%- set first_level = (column.hierarchy.levels.values() | list)[0] -%}
    {%- for leaves in first_level.values() -%}
        {%- for leaf in leaves -%}
            {%- do selects.append('select ' ~ dbt_crowd.sql_text(leaf) ~ ' as ' ~ dbt_crowd.quoted(column.name)) -%}
        {%- endfor -%}
    {%- endfor -%}
    {%- do return('leaves as (\n    ' ~ selects | join('\n    union all\n    ') ~ '\n)') -%}
{% endmacro %}
