{#- What _ladder_texts says, with what a row costs at the level, and what each value costs that its label stands for. -#}
{% macro _ladder_priced_texts(plan, prices) %}
    {%- set texts = dbt_crowd._ladder_texts(plan) -%}
    {%- for levels in texts -%}
        {%- set price = prices.shares[loop.index0] | float -%}
        {%- set rows = prices.rows[loop.index0] -%}
        {%- for column in levels -%}
            {%- do column.update({'share_price': price, 'row_price': rows[loop.index0] | float + (0 if column.share else price * column.same_share)}) -%}
        {%- endfor -%}
    {%- endfor -%}
    {%- do return(texts) -%}
{% endmacro %}


{#- Every tuple, the place of the rung that serves it, one more than there are rungs where none does, and what it costs there. -#}
{% macro _ladder_state_query(plan, k, ladder, texts, prices) %}
    {%- set tree = dbt_crowd._ladder_tree([ladder]) -%}
    {%- set keys = dbt_crowd._measure_key_names(plan) -%}
    {%- set ctes = [dbt_crowd._ladder_tuples_cte(dbt_crowd._search_table(plan.table, 'tuples')), dbt_crowd._ladder_tree_ctes(tree)[0]] -%}
    {%- set ctes = ctes + dbt_crowd._ladder_routing_ctes(plan, k, tree) -%}
    {%- set placed = [] -%}
    {%- for rung in ladder -%}
        {%- set routed = 'routed_' ~ loop.index -%}
        {%- set costs = [] -%}
        {%- set per_row = [] -%}
        {%- for levels in texts -%}
            {%- set column = levels[rung[loop.index0]] -%}
            {%- do per_row.append(column.row_price) -%}
            {%- if column.share -%}
                {%- do costs.append(routed ~ '.crowd_lost_' ~ loop.index ~ ' * ' ~ '%.15e' % column.share_price) -%}
            {%- endif -%}
        {%- endfor -%}
        {%- do costs.append(routed ~ '.crowd_rows * ' ~ '%.15e' % (per_row | sum)) -%}
        {%- do placed.append(
            'select\n        ' ~ routed ~ '.crowd_tuple,\n        ' ~ loop.index ~ ' as crowd_place,\n        ' ~ costs | join(' + ') ~ ' as crowd_cost\n    from '
            ~ routed ~ '\n    inner join crowds_' ~ loop.index ~ '\n        on ' ~ dbt_crowd._ladder_on_class(loop.index, keys)
        ) -%}
    {%- endfor -%}
    {%- do ctes.append('placed as (\n    ' ~ placed | join('\n    union all\n    ') ~ '\n)') -%}
    {%- set query -%}
with {{ ctes | join(',\n\n') }}

select
    tuples.*,
    coalesce(placed.crowd_place, {{ ladder | length + 1 }}) as crowd_place,
    coalesce(placed.crowd_cost, tuples.crowd_rows * {{ '%.15e' % (prices.suppressed | float) }}) as crowd_cost
from tuples
left join placed
    on tuples.crowd_tuple = placed.crowd_tuple
    {%- endset -%}
    {%- do return(query) -%}
{% endmacro %}


{#-
    Per column and level: `code` and `share`, columns of the tuples, empty where all labels are one or have the same share,
    `same_share`; and `part`, the key that the code adds up in.
-#}
{% macro _ladder_texts(plan) %}
    {%- set columns = [] -%}
    {%- for column in plan.columns -%}
        {%- set number = loop.index0 -%}
        {%- set levels = [] -%}
        {%- for has_code in column.codes -%}
            {%- set level = loop.index0 -%}
            {%- do levels.append({
                'part': column.part,
                'code': dbt_crowd._search_name('code', number, level) if has_code else '',
                'share': dbt_crowd._search_name('share', number, level) if column.shares[level] else '',
                'same_share': column.same_shares[level],
            }) -%}
        {%- endfor -%}
        {%- do columns.append(levels) -%}
    {%- endfor -%}
    {%- do return(columns) -%}
{% endmacro %}
