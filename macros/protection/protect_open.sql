{#-
    dbt run-operation dbt_crowd.protect_open: numbers the finest cells of a release with exact totals, and its totals, in the
    private schema, and prints one line, `dbt_crowd:` and JSON: counts, persons, folds and totals by number, and no label.

    model   unique id of the release
    header  the facts of its compiled first line
-#}
{% macro protect_open(model, header) %}
    {%- set node = graph.nodes[model] -%}
    {%- set policy = dbt_crowd.resolve_policy(node) -%}
    {%- if policy.get('totals') != 'exact' -%}
        {%- do dbt_crowd.refuse(dbt_crowd._with_subject(policy.name, ['has nothing to protect: only counts with totals: exact do. See docs/counts.md#exact-totals'])) -%}
    {%- endif -%}
    {%- set input = dbt_crowd._existing_relation(policy, header.input, 'input') -%}
    {%- set hierarchies = dbt_crowd._existing_hierarchies(policy, header) -%}
    {%- set faults = dbt_crowd._inventory_faults(policy, input, hierarchies) -%}
    {%- if faults -%}
        {%- do dbt_crowd.refuse(dbt_crowd._with_subject(policy.name, dbt_crowd._pluck(faults, 'words'))) -%}
    {%- endif -%}
    {%- set tables = dbt_crowd.protected_tables(dbt_crowd._release_place(node)) -%}
    {%- do dbt_crowd.ensure_schema(tables.cells) -%}
    {%- set members = '(\n' ~ dbt_crowd.counts_query(policy, input, hierarchies, policy.rungs) ~ '\n)' -%}
    {%- do dbt_crowd._run_each([
        'drop table if exists ' ~ tables.cells,
        'drop table if exists ' ~ tables.lines,
        'drop table if exists ' ~ tables.certificate,
        'create table ' ~ tables.cells ~ ' as\n' ~ dbt_crowd._protected_cells_query(policy, members),
        'create table ' ~ tables.lines ~ ' as\n' ~ dbt_crowd._protected_lines_query(policy, tables.cells),
        'create table ' ~ tables.certificate ~ ' (crowd_table bigint, crowd_kind ' ~ dbt.type_string() ~ ', crowd_cell bigint, crowd_move bigint)',
    ]) -%}
    {%- set numbers = dbt_crowd._counts(dbt_crowd._protected_numbers_query(policy, tables)) -%}
    {%- do dbt_crowd._search_commit() -%}
    {%- do print('dbt_crowd:' ~ tojson({
        'version': dbt_crowd.package_version(), 'model': policy.name, 'k': policy.k, 'protection': policy.protection or policy.k,
        'counts_are_persons': not policy.privacy_unit, 'numbers': numbers,
    })) -%}
{% endmacro %}


{#- The finest cells: number, labels, count, persons, and the number of the fold that each is in, 0 for none. -#}
{% macro _protected_cells_query(policy, members) %}
    {%- set labels = [] -%}
    {%- for label in dbt_crowd._finest_labels(policy) -%}
        {%- do labels.append(label ~ ' as crowd_label_' ~ loop.index) -%}
    {%- endfor -%}
    {%- set keys = dbt_crowd._quoted_names(dbt_crowd.cell_columns(policy)) -%}
with cells as (
    select
        crowd_cell,
        {{ labels | join(',\n        ') }},
        cast(sum(crowd_rows) as bigint) as crowd_count,
        cast({{ 'count(crowd_person)' if policy.privacy_unit else 'sum(crowd_rows)' }} as bigint) as crowd_persons,
        crowd_rung,
        dense_rank() over (order by coalesce(crowd_rung, 0), {{ keys | join(', ') }}) as crowd_group
    from {{ members }} as members
    group by
        crowd_cell,
        {{ range(2, keys | length + 2) | join(', ') }},
        crowd_rung,
        {{ keys | join(', ') }}
)

select
    cells.*,
    case when crowd_rung > 1 then crowd_group else 0 end as crowd_fold,
    0 as crowd_hidden
from cells
{% endmacro %}


{#- The totals, numbered from 1 over all margins, each with its labels; those of columns that are not of its margin are NULL. -#}
{% macro _protected_lines_query(policy, cells) %}
    {%- set columns = dbt_crowd.cell_columns(policy) -%}
    {%- set selects = [] -%}
    {%- for margin in policy.total_by -%}
        {%- set number = loop.index -%}
        {%- set lines = [] -%}
        {%- set keys = [] -%}
        {%- for name in columns -%}
            {%- set label = 'crowd_label_' ~ loop.index -%}
            {%- do lines.append(label if name in margin else 'cast(null as ' ~ (dbt.type_string() | trim | lower) ~ ') as ' ~ label) -%}
            {%- if name in margin -%}
                {%- do keys.append(label) -%}
            {%- endif -%}
        {%- endfor -%}
        {%- do selects.append('select\n        ' ~ number ~ ' as crowd_margin,\n        ' ~ lines | join(',\n        ') ~ '\n    from ' ~ cells ~ ('\n    group by ' ~ keys | join(', ') if keys else '\n    having count(*) > 0')) -%}
    {%- endfor -%}
with lines as (
    {{ selects | join('\n    union all\n    ') }}
)

select
    lines.*,
    row_number() over (order by crowd_margin, {{ dbt_crowd._label_names(policy) | join(', ') }}) as crowd_line,
    0 as crowd_withdrawn
from lines
{% endmacro %}


{#- crowd_label_1, crowd_label_2 and so on, one for each column that cells are made of. -#}
{% macro _label_names(policy) %}
    {%- set names = [] -%}
    {%- for name in dbt_crowd.cell_columns(policy) -%}
        {%- do names.append('crowd_label_' ~ loop.index) -%}
    {%- endfor -%}
    {%- do return(names) -%}
{% endmacro %}


{#- One row of texts: the numbers of the cells in order, separated by commas, and for each margin the total that each is a part of. -#}
{% macro _protected_numbers_query(policy, tables) %}
    {%- set lines = [] -%}
    {%- for name in ['crowd_cell', 'crowd_count', 'crowd_persons', 'crowd_fold'] -%}
        {%- do lines.append(dbt_crowd.listed(dbt_crowd.as_text('cells.' ~ name), 'cells.crowd_cell') ~ ' as ' ~ name) -%}
    {%- endfor -%}
    {%- set joins = [] -%}
    {%- for margin in policy.total_by -%}
        {%- set alias = 'margin_' ~ loop.index -%}
        {%- do lines.append(dbt_crowd.listed(dbt_crowd.as_text(alias ~ '.crowd_line'), 'cells.crowd_cell') ~ ' as crowd_line_' ~ loop.index) -%}
        {%- do joins.append('inner join ' ~ tables.lines ~ ' as ' ~ alias ~ '\n    on ' ~ dbt_crowd._on_margin(policy, margin, loop.index, alias, 'cells') | join('\n    and ')) -%}
    {%- endfor -%}
    {%- do return('select\n    ' ~ lines | join(',\n    ') ~ '\nfrom ' ~ tables.cells ~ ' as cells\n' ~ joins | join('\n')) -%}
{% endmacro %}


{#- The conditions under which a cell is a part of a total; the cell's labels are crowd_label_<number>, or as `label` says. -#}
{% macro _on_margin(policy, margin, number, alias, cell, label='crowd_label_') %}
    {%- set terms = [alias ~ '.crowd_margin = ' ~ number] -%}
    {%- for name in dbt_crowd.cell_columns(policy) -%}
        {%- if name in margin -%}
            {%- do terms.append(dbt_crowd.is_same(alias ~ '.crowd_label_' ~ loop.index, cell ~ '.' ~ label ~ loop.index)) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- do return(terms) -%}
{% endmacro %}
