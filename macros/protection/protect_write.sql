{#-
    dbt run-operation dbt_crowd.protect_write: a part of what the driver found, numbers only, into the private schema.

    model        unique id of the release
    cells        numbers of cells that are hidden beside thin ones
    lines        numbers of totals that are withdrawn
    certificate  rows of the certificate as numbers: table,kind,cell,move;table,kind,cell,move; the kinds are 0 plain, 1 unlabelled, 2 rule
-#}
{% macro protect_write(model, cells=[], lines=[], certificate='') %}
    {%- set tables = dbt_crowd.protected_tables(dbt_crowd._release_place(graph.nodes[model])) -%}
    {%- if cells -%}
        {%- do dbt_crowd._run_each(dbt_crowd.flagged_rows(tables.cells, 'crowd_hidden', 'crowd_cell', cells)) -%}
    {%- endif -%}
    {%- if lines -%}
        {%- do dbt_crowd._run_each(dbt_crowd.flagged_rows(tables.lines, 'crowd_withdrawn', 'crowd_line', lines)) -%}
    {%- endif -%}
    {%- if certificate -%}
        {%- do dbt_crowd._search_run(dbt_crowd._insert_certificate_sql(tables.certificate, certificate)) -%}
    {%- endif -%}
    {%- do dbt_crowd._search_commit() -%}
    {%- do print('dbt_crowd:' ~ tojson({'version': dbt_crowd.package_version()})) -%}
{% endmacro %}


{#- Many rows at once: the text becomes SQL as a whole, since a loop over them would take longer than the warehouse does. -#}
{% macro _insert_certificate_sql(relation, certificate) %}
    {%- if not modules.re.match('^[0-9,;-]+$', certificate) -%}
        {%- do dbt_crowd.refuse('dbt_crowd: protect_write: certificate must hold numbers, commas and semicolons alone') -%}
    {%- endif -%}
insert into {{ relation }}
select
    crowd_table,
    case crowd_kind when 0 then 'plain' when 1 then 'unlabelled' when 2 then 'rule' end as crowd_kind,
    crowd_cell,
    crowd_move
from (values ({{ certificate | replace(';', '), (') }})) as rows (crowd_table, crowd_kind, crowd_cell, crowd_move)
{% endmacro %}


{% macro _run_each(statements) %}
    {%- for sql in statements -%}
        {%- do dbt_crowd._search_run(sql) -%}
    {%- endfor -%}
{% endmacro %}
