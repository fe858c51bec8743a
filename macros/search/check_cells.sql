{#-
    dbt run-operation dbt_crowd.check_cells --args '{relation: report, by: [branch, title], count: n, k: 5}': looks for thin
    cells in any table of counts, or of records. Prints one line, `dbt_crowd:` and JSON of counts.

    relation      a model, source or table, as for inspect_relation
    count         the column with the count of each cell; none: rows are counted, or persons
    privacy_unit  the person column
    reveal        whether the thin cells are printed too, with their values
-#}
{% macro check_cells(relation, by, k, count=none, privacy_unit=none, reveal=false) %}
    {%- set found = dbt_crowd._find_relation(relation) -%}
    {%- set faults = dbt_crowd._small_cells_faults(found.relation, by, k, count, privacy_unit) -%}
    {%- if faults -%}
        {%- set lines = [] -%}
        {%- for fault in faults -%}
            {%- do lines.append('dbt_crowd: ' ~ relation ~ ': ' ~ fault) -%}
        {%- endfor -%}
        {%- do dbt_crowd.refuse(lines | join('\n')) -%}
    {%- endif -%}
    {%- set figures = {} -%}
    {%- for name, value in dbt_crowd._counts(dbt_crowd.small_cells_query(found.relation, by, k, count, privacy_unit)).items() -%}
        {%- do figures.update({name: value | int}) -%}
    {%- endfor -%}
    {%- set cells = [] -%}
    {%- if reveal -%}
        {%- set query = dbt_crowd._cell_sizes_ctes(found.relation, by, count, privacy_unit) ~ '\n\nselect *\nfrom cells\nwhere ' ~ ('crowd_size > 0\n    and ' if count else '') ~ 'crowd_size < ' ~ k ~ '\norder by ' ~ range(1, by | length + 1) | join(' nulls last, ') ~ ' nulls last' -%}
        {%- for row in run_query(query).rows -%}
            {%- set cell = [] -%}
            {%- for name in by -%}
                {%- do cell.append(row[loop.index0]) -%}
            {%- endfor -%}
            {%- do cells.append(cell + [row[by | length + 1] | int]) -%}
        {%- endfor -%}
    {%- endif -%}
    {%- do print('dbt_crowd:' ~ tojson({
        'version': dbt_crowd.package_version(), 'relation': relation, 'by': by, 'k': k, 'figures': figures, 'cells': cells,
    })) -%}
{% endmacro %}
