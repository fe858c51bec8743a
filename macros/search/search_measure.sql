{#-
    Measures rungs on an open search's tuples table. Prints one line of JSON: the names of the figures, and a row of
    numbers per rung, in the order asked for.
    plan     as search_open gave it
    k        the least size of a class, in persons where the policy has a privacy_unit, else rows; or one for each rung
    rungs    level indices in the order of the policy's quasi-identifiers
    shares   whether the failing rows' shares are wanted; without them a rung costs half
    entropy  whether the failing rows' entropies are wanted
    entropy_within  leaves the entropies at 0 where more rows (persons) fail than so many
-#}
{% macro search_measure(plan, k, rungs, shares=true, entropy=false, entropy_within=none) %}
    {%- set tuples = dbt_crowd._search_table(plan.table, 'tuples') -%}
    {%- set answer = {'version': dbt_crowd.package_version(), 'figures': [], 'rows': []} -%}
    {%- for batch in rungs | batch(64) -%}
        {%- set first = loop.index0 * 64 -%}
        {%- set sizes = k if k is number else k[first:first + 64] -%}
        {%- set table = run_query(dbt_crowd._measure_query(tuples, plan, sizes, batch | list, shares, entropy, entropy_within)) -%}
        {%- do answer.update({'figures': table.column_names | map('lower') | list}) -%}
        {%- for row in table.rows -%}
            {%- set numbers = [] -%}
            {%- for value in row -%}
                {%- do numbers.append(0 if value is none else value | float if 'entropy' in answer.figures[loop.index0] else value | int) -%}
            {%- endfor -%}
            {%- do answer.rows.append(numbers) -%}
        {%- endfor -%}
    {%- endfor -%}
    {%- do print('dbt_crowd:' ~ tojson(answer)) -%}
{% endmacro %}
