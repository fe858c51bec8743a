{#-
    What inserting a rung into a ladder would save at first sight: of the records that it would serve, the loss at present
    less the loss at that rung. What later rungs then lose in records is not counted, nor what criteria suppress; so it
    tells which ladders are worth a measurement, and nothing else. Prints one line of JSON: a number per insertion.
    plan        as search_open gave it
    k           the least size of a class
    ladder      a list of rungs; left out it is the one that was asked about last
    insertions  [place, rung]: before which rung of the ladder, 0 the first
    prices      what a row costs: `shares`, per column for each value of the domain that its label stands for; `rows`, per
                column and level besides; `suppressed`, where no rung serves it. They are written with an exponent, so that
                no warehouse takes them for decimals and rounds
-#}
{% macro search_gains(plan, k, ladder, insertions, prices) %}
    {%- set texts = dbt_crowd._ladder_priced_texts(plan, prices) -%}
    {%- set state = dbt_crowd._search_table(plan.table, 'state') -%}
    {%- if ladder -%}
        {%- do adapter.drop_relation(state) -%}
        {%- do dbt_crowd._search_run('create table ' ~ state ~ ' as\n' ~ dbt_crowd._ladder_state_query(plan, k, ladder, texts, prices)) -%}
        {%- do adapter.commit() -%}
    {%- endif -%}
    {%- set gains = [] -%}
    {%- for batch in insertions | batch(128) -%}
        {%- set found = {} -%}
        {%- for row in run_query(dbt_crowd._gains_query(state, plan, k, batch | list, texts)).rows -%}
            {%- do found.update({row[0] | int: row[1] | float}) -%}
        {%- endfor -%}
        {%- for insertion in batch -%}
            {%- do gains.append(found.get(loop.index, 0)) -%}
        {%- endfor -%}
    {%- endfor -%}
    {%- do print('dbt_crowd:' ~ tojson({'version': dbt_crowd.package_version(), 'gains': gains})) -%}
{% endmacro %}


{% macro _gains_query(state, plan, k, insertions, texts) %}
    {%- set having = '\n    having ' ~ dbt_crowd._ladder_size(plan) ~ ' >= ' ~ k -%}
    {%- set selects = [] -%}
    {%- for place, rung in insertions -%}
        {%- set codes = {} -%}
        {%- set costs = ['crowd_cost'] -%}
        {%- set per_row = [] -%}
        {%- for levels in texts -%}
            {%- set column = levels[rung[loop.index0]] -%}
            {%- if column.code -%}
                {%- do codes.update({column.part: (codes[column.part] ~ ' + ' if column.part in codes else '') ~ column.code}) -%}
            {%- endif -%}
            {%- do per_row.append(column.row_price) -%}
            {%- if column.share -%}
                {%- do costs.append(column.share ~ ' * ' ~ '%.15e' % column.share_price) -%}
            {%- endif -%}
        {%- endfor -%}
        {%- do costs.append('crowd_rows * ' ~ '%.15e' % (per_row | sum)) -%}
        {%- do selects.append(
            'select\n        ' ~ loop.index ~ ' as crowd_insertion,\n        sum(' ~ costs | join(' - ') ~ ') as crowd_gain\n    from ' ~ state
            ~ '\n    where crowd_place > ' ~ place ~ ('\n    group by ' ~ codes.values() | join(', ') if codes else '') ~ having
        ) -%}
    {%- endfor -%}
    {%- do return(
        'with gains as (\n    ' ~ selects | join('\n    union all\n    ')
        ~ '\n)\n\nselect\n    crowd_insertion,\n    sum(crowd_gain) as crowd_gain\nfrom gains\ngroup by crowd_insertion'
    ) -%}
{% endmacro %}
