{#-
    dbt run-operation dbt_crowd.protect_write: a part of what the driver found, numbers only, into the private schema.

    model        unique id of the release
    cells        numbers of cells that are hidden beside thin ones
    lines        numbers of totals that are withdrawn
    certificate  rows of the certificate as text: table,kind,cell,move;table,kind,cell,move
-#}
{% macro protect_write(model, cells=[], lines=[], certificate='') %}
    {%- set tables = dbt_crowd.protected_tables(dbt_crowd._release_place(graph.nodes[model])) -%}
    {%- if cells -%}
        {%- do run_query('update ' ~ tables.cells ~ ' set crowd_hidden = 1 where crowd_cell in (' ~ cells | map('int') | join(', ') ~ ')') -%}
    {%- endif -%}
    {%- if lines -%}
        {%- do run_query('update ' ~ tables.lines ~ ' set crowd_withdrawn = 1 where crowd_line in (' ~ lines | map('int') | join(', ') ~ ')') -%}
    {%- endif -%}
    {%- set rows = [] -%}
    {%- for row in certificate.split(';') if row -%}
        {%- set parts = row.split(',') -%}
        {%- do rows.append('(' ~ parts[0] | int ~ ', ' ~ dbt_crowd.sql_text(parts[1]) ~ ', ' ~ parts[2] | int ~ ', ' ~ parts[3] | int ~ ')') -%}
    {%- endfor -%}
    {%- if rows -%}
        {%- do run_query('insert into ' ~ tables.certificate ~ ' values\n' ~ rows | join(',\n')) -%}
    {%- endif -%}
    {%- do dbt_crowd._search_commit() -%}
    {%- do print('dbt_crowd:' ~ tojson({'version': dbt_crowd.package_version()})) -%}
{% endmacro %}
