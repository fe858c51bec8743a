{#-
    The sensitive columns of a policy of which something is asked, with what is counted of them:

    number    its place among the sensitive columns, from 1: crowd_sensitive_<number>
    value     SQL of the judged value: text, trimmed, blank as NULL, or its label at `level`
    compared  whether some criterion compares with the whole input
    ordered   whether the distance of t-closeness is ordered, `order` by what, by_number whether by a number, which `order_number` gives
    covered   whether the value is a label, `*` where the hierarchy does not cover it
    nodes     SQL of the labels above, up to the root, for hierarchical distance
-#}
{% macro sensitive_columns(policy) %}
    {%- set found = [] -%}
    {%- for column in policy.sensitive -%}
        {%- set asked = dbt_crowd._column_criteria(column) -%}
        {%- if asked -%}
            {%- set name = dbt_crowd.quoted(column.name) -%}
            {%- set ordered = column.get('distance') == 'ordered' -%}
            {%- set type = column.hierarchy.type if column.get('hierarchy') else none -%}
            {%- set order = column.get('order') or ('numeric' if type in ['bands', 'date'] else none) -%}
            {%- set nodes = [] -%}
            {%- for level in dbt_crowd._inner_levels(column) -%}
                {%- do nodes.append(column.expressions[level]) -%}
            {%- endfor -%}
            {%- set compared = [] -%}
            {%- for criterion in asked if dbt_crowd._compares_with_overall(criterion) -%}
                {%- do compared.append(criterion.criterion) -%}
            {%- endfor -%}
            {%- do found.append({
                'number': loop.index, 'name': column.name, 'compared': compared | length > 0,
                'value': column.expressions[column.level] if column.get('hierarchy') else dbt_crowd.normalised_text(name),
                'covered': true if column.get('hierarchy') else false,
                'ordered': ordered, 'order': order, 'by_number': ordered and (order is none or order == 'numeric'),
                'order_number': dbt_crowd._order_number(dbt_crowd.as_text(name), type),
                'nodes': nodes,
            }) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- do return(found) -%}
{% endmacro %}


{#- The number that a value stands at: itself, however long an integer is; 20240229 of a date. NULL for what is neither. -#}
{% macro _order_number(text, type) %}
    {%- if type == 'date' -%}
        {%- set day = dbt_crowd.left_text(dbt_crowd.trimmed(text), 10) ~ ", '-', ''" -%}
        {%- do return('case when ' ~ dbt_crowd.is_date(text) ~ ' then ' ~ dbt_crowd.as_whole('replace(' ~ day ~ ')') ~ ' end') -%}
    {%- endif -%}
    {%- do return('case when ' ~ dbt_crowd.is_number(text, 29) ~ ' then ' ~ dbt_crowd.as_number(text, 29) ~ ' end') -%}
{% endmacro %}


{#- `<value> as crowd_sensitive_<i>` and, where the whole input is counted, by what values are ordered and what is above them. -#}
{% macro _sensitive_lines(columns, whole) %}
    {%- set lines = [] -%}
    {%- for column in columns -%}
        {%- set alias = 'crowd_sensitive_' ~ column.number -%}
        {%- do lines.append(column.value | indent(8) ~ ' as ' ~ alias) -%}
        {%- if whole and column.by_number -%}
            {%- do lines.append(column.order_number ~ ' as ' ~ alias ~ '_order') -%}
        {%- endif -%}
        {%- for node in (column.nodes if whole else []) -%}
            {%- do lines.append(node | indent(8) ~ ' as ' ~ alias ~ '_node_' ~ loop.index) -%}
        {%- endfor -%}
    {%- endfor -%}
    {%- do return(lines) -%}
{% endmacro %}


{#- The CTEs of the table hierarchies of these columns, and the joins that bring their labels to `source`. -#}
{% macro _sensitive_hierarchy_ctes(policy, relations) %}
    {%- set ctes = [] -%}
    {%- for column in policy.sensitive if column.get('hierarchy') and column.hierarchy.type == 'table' and dbt_crowd._column_criteria(column) -%}
        {%- do ctes.append(dbt_crowd._hierarchy_cte('sensitive_hierarchy_' ~ dbt_crowd._sensitive_number(policy, column.name), column.hierarchy, relations[column.name])) -%}
    {%- endfor -%}
    {%- do return(ctes) -%}
{% endmacro %}


{% macro _sensitive_joins(policy, source) %}
    {%- set joins = [] -%}
    {%- for column in policy.sensitive if column.get('hierarchy') and column.hierarchy.type == 'table' and dbt_crowd._column_criteria(column) -%}
        {%- set alias = 'sensitive_hierarchy_' ~ dbt_crowd._sensitive_number(policy, column.name) -%}
        {%- set value = dbt_crowd._trimmed_text(source ~ '.' ~ dbt_crowd.quoted(column.name), column.hierarchy.get('case')) -%}
        {%- do joins.append('left join ' ~ alias ~ '\n    on ' ~ dbt_crowd.is_same(alias ~ '.' ~ dbt_crowd.hierarchy_label(0), value)) -%}
    {%- endfor -%}
    {%- do return(joins | join('\n')) -%}
{% endmacro %}


{% macro _sensitive_number(policy, name) %}
    {%- for column in policy.sensitive -%}
        {%- if column.name == name -%}
            {%- do return(loop.index) -%}
        {%- endif -%}
    {%- endfor -%}
{% endmacro %}
