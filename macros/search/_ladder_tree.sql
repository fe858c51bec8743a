{#-
    Ladders as the tree of their beginnings: what the first rungs of several ladders serve is counted once.

    {'places': for each place of a ladder the nodes there, {'number', 'after': the node before, 0 for the first, 'rung'},
    'paths': the nodes of each ladder, by number}
-#}
{% macro _ladder_tree(ladders) %}
    {%- set places = [] -%}
    {%- set known = {} -%}
    {%- set paths = [] -%}
    {%- for ladder in ladders -%}
        {%- set path = [] -%}
        {%- for rung in ladder -%}
            {%- set after = path[-1] if path else 0 -%}
            {%- set name = after ~ ': ' ~ rung | join(' ') -%}
            {%- if name not in known -%}
                {%- do known.update({name: known | length + 1}) -%}
                {%- if loop.index > places | length -%}
                    {%- do places.append([]) -%}
                {%- endif -%}
                {%- do places[loop.index0].append({'number': known[name], 'after': after, 'rung': rung}) -%}
            {%- endif -%}
            {%- do path.append(known[name]) -%}
        {%- endfor -%}
        {%- do paths.append(path) -%}
    {%- endfor -%}
    {%- do return({'places': places, 'paths': paths}) -%}
{% endmacro %}


{#- The tree's nodes as rows: `rungs`, with the level of each column; `paths`, which nodes a ladder has, and in which place. -#}
{% macro _ladder_tree_ctes(tree) %}
    {%- set rungs = [] -%}
    {%- for node in tree.places | sum(start=[]) -%}
        {%- do rungs.append([node.number, node.after] + node.rung) -%}
    {%- endfor -%}
    {%- set names = ['crowd_node', 'crowd_after'] -%}
    {%- for level in tree.places[0][0].rung -%}
        {%- do names.append('level_' ~ loop.index) -%}
    {%- endfor -%}
    {%- set paths = [] -%}
    {%- for path in tree.paths -%}
        {%- set ladder = loop.index -%}
        {%- for node in path -%}
            {%- do paths.append([ladder, loop.index, node]) -%}
        {%- endfor -%}
    {%- endfor -%}
    {%- do return([dbt_crowd._rows_cte('rungs', names, rungs), dbt_crowd._rows_cte('paths', ['crowd_rung', 'crowd_rung_place', 'crowd_node'], paths)]) -%}
{% endmacro %}


{#- Rows of numbers as a CTE, in the form that every engine has. -#}
{% macro _rows_cte(name, columns, rows) %}
    {%- set selects = [] -%}
    {%- for row in rows -%}
        {%- if loop.first -%}
            {%- set named = [] -%}
            {%- for number in row -%}
                {%- do named.append(number ~ ' as ' ~ columns[loop.index0]) -%}
            {%- endfor -%}
            {%- do selects.append('select ' ~ named | join(', ')) -%}
        {%- else -%}
            {%- do selects.append('select ' ~ row | join(', ')) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- do return(name ~ ' as (\n    ' ~ selects | join('\n    union all\n    ') ~ '\n)') -%}
{% endmacro %}
