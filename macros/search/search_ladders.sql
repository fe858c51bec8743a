{#-
    Measures ladders on an open search's tuples table, as a release would route and judge them: criteria on sensitive
    columns are judged on the published classes, and classes that fail are not kept. Prints one line of JSON: the names
    of the figures, and a row of numbers per ladder, in the order asked for.
    plan     as search_open gave it
    k        the least size of a class
    ladders  lists of rungs, each a list of level indices in the order of the policy's quasi-identifiers
-#}
{% macro search_ladders(plan, k, ladders) %}
    {%- set tuples = dbt_crowd._search_table(plan.table, 'tuples') -%}
    {%- set longest = ladders | map('length') | max -%}
    {%- set figures = ['rows_kept', 'persons_kept', 'classes', 'smallest', 'sum_squares'] -%}
    {%- for column in plan.columns -%}
        {%- do figures.append('share_' ~ loop.index) -%}
    {%- endfor -%}
    {%- for place in range(longest) -%}
        {%- do figures.append('served_' ~ loop.index) -%}
    {%- endfor -%}
    {%- set rows = [] -%}
    {%- for batch in ladders | batch([8, [128, 2000000 // plan.tuples] | min] | max) -%}
        {%- set found = {} -%}
        {%- for row in run_query(dbt_crowd._ladder_query(tuples, plan, k, batch | list)).rows -%}
            {%- do found.update({row['ladder'] | int: row}) -%}
        {%- endfor -%}
        {%- for ladder in batch -%}
            {%- set row = found.get(loop.index, {}) -%}
            {%- set numbers = [] -%}
            {%- for name in figures -%}
                {%- do numbers.append((row[name] if name in row.keys() else 0) | int) -%}
            {%- endfor -%}
            {%- do rows.append(numbers) -%}
        {%- endfor -%}
    {%- endfor -%}
    {%- do print('dbt_crowd:' ~ tojson({'version': dbt_crowd.package_version(), 'figures': figures, 'rows': rows})) -%}
{% endmacro %}
