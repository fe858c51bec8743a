{#-
    What inserting a rung into a ladder would save at first sight: of the records that it would serve, the loss at present
    less the loss at that rung. What later rungs then lose in records is not counted, nor what criteria suppress; so it
    tells which ladders are worth a measurement, and nothing else. Prints one line of JSON: a number per insertion.
    plan        as search_open gave it
    k           the least size of a class
    ladder      a list of rungs
    insertions  [place, rung]: before which rung of the ladder, 0 the first
    prices      what a row costs: `shares`, per column for each value of the domain that its label stands for; `rows`, per
                column and level besides; `suppressed`, where no rung serves it
-#}
{% macro search_gains(plan, k, ladder, insertions, prices) %}
    {%- set tuples = dbt_crowd._search_table(plan.table, 'tuples') -%}
    {%- set gains = [] -%}
    {%- for batch in insertions | batch(128) -%}
        {%- set found = {} -%}
        {%- for row in run_query(dbt_crowd._gains_query(tuples, plan, k, ladder, batch | list, prices)).rows -%}
            {%- do found.update({row[0] | int: row[1] | float}) -%}
        {%- endfor -%}
        {%- for insertion in batch -%}
            {%- do gains.append(found.get(loop.index, 0)) -%}
        {%- endfor -%}
    {%- endfor -%}
    {%- do print('dbt_crowd:' ~ tojson({'version': dbt_crowd.package_version(), 'gains': gains})) -%}
{% endmacro %}


{% macro _gains_query(tuples, plan, k, ladder, insertions, prices) %}
    {%- set tree = dbt_crowd._ladder_tree([ladder]) -%}
    {%- set size = dbt_crowd._ladder_size(plan) -%}
    {%- set selects = [] -%}
    {%- for place, rung in insertions -%}
        {%- set keys = dbt_crowd._measure_keys(plan, rung) | reject('equalto', '0') | list -%}
        {%- set selected = loop.index ~ ' as crowd_insertion,\n        sum(crowd_cost) - (' ~ dbt_crowd._ladder_cost(plan, rung, prices, 'sum') ~ ') as crowd_gain' -%}
        {%- do selects.append(
            'select\n        ' ~ selected ~ '\n    from state\n    where crowd_place > ' ~ place ~ ('\n    group by ' ~ keys | join(', ') if keys else '')
            ~ '\n    having ' ~ size ~ ' >= ' ~ k
        ) -%}
    {%- endfor -%}
    {%- set ctes = [dbt_crowd._ladder_tuples_cte(tuples)] + dbt_crowd._ladder_step_ctes(plan, k, tree.steps, leave=true) -%}
    {%- do ctes.append(dbt_crowd._ladder_state_cte(plan, tree.steps, prices)) -%}
    {%- do ctes.append('gains as (\n    ' ~ selects | join('\n    union all\n    ') ~ '\n)') -%}
    {%- do return('with ' ~ ctes | join(',\n\n') ~ '\n\nselect\n    crowd_insertion,\n    sum(crowd_gain) as crowd_gain\nfrom gains\ngroup by crowd_insertion') -%}
{% endmacro %}


{#- `state`: every tuple, the place of the rung that serves it, one more than there are rungs where none does, and what it costs there. -#}
{% macro _ladder_state_cte(plan, steps, prices) %}
    {%- set selects = [] -%}
    {%- for step in steps -%}
        {%- set before = dbt_crowd._ladder_left(step.before) -%}
        {%- do selects.append(
            'select\n        ' ~ before ~ '.*,\n        ' ~ loop.index ~ ' as crowd_place,\n        ' ~ dbt_crowd._ladder_cost(plan, step.rung, prices, before)
            ~ ' as crowd_cost\n    from ' ~ before ~ '\n    inner join crowds_' ~ step.number ~ '\n        on ' ~ dbt_crowd._ladder_on_class(plan, step)
        ) -%}
    {%- endfor -%}
    {%- do selects.append(
        'select\n        left_' ~ steps | length ~ '.*,\n        ' ~ (steps | length + 1) ~ ' as crowd_place,\n        crowd_rows * '
        ~ prices.suppressed ~ ' as crowd_cost\n    from left_' ~ steps | length
    ) -%}
    {%- do return('state as (\n    ' ~ selects | join('\n    union all\n    ') ~ '\n)') -%}
{% endmacro %}


{#- What records cost at a rung: those of a tuple of `source`, or of all of them where that is `sum`. -#}
{% macro _ladder_cost(plan, rung, prices, source) %}
    {%- set state = namespace(rows=0) -%}
    {%- set terms = [] -%}
    {%- for column in dbt_crowd._ladder_columns(plan, rung) -%}
        {%- set price = prices.shares[loop.index0] -%}
        {%- set state.rows = state.rows + prices.rows[loop.index0][rung[loop.index0]] + (0 if column.share else price * column.same_share) -%}
        {%- if column.share and price -%}
            {%- do terms.append(('sum(' ~ column.share ~ ')' if source == 'sum' else source ~ '.' ~ column.share) ~ ' * ' ~ price) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- set rows = 'sum(crowd_rows)' if source == 'sum' else source ~ '.crowd_rows' -%}
    {%- do return(([rows ~ ' * ' ~ state.rows] + terms) | join(' + ')) -%}
{% endmacro %}
