{#-
    CTEs that hold the certificate against the counts of the day, ending in `protection_figures` with what is unproven. Sums,
    bounds and widths only: nothing is solved. They read `members` of the judge, with the finest labels as crowd_finest_<number>.
    A move is what a possible table adds to the true count of a cell.
-#}
{% macro judge_protection_ctes(policy, tables) %}
    {%- do return(dbt_crowd._hidden_cells_ctes(policy, tables) + dbt_crowd._moves_ctes(policy, tables)
        + dbt_crowd._hidden_part_ctes(policy, tables) + [dbt_crowd._protection_figures_cte(policy)]) -%}
{% endmacro %}


{#-
    The finest cells of the day under their numbers, and the totals that each is a part of: those that the policy of the day
    publishes, told apart by their labels as they are published. Of what was protected only what is withdrawn is believed.
-#}
{% macro _hidden_cells_ctes(policy, tables) %}
    {%- set own = [] -%}
    {%- set on = [] -%}
    {%- set folds = [] -%}
    {%- for name in dbt_crowd._quoted_names(dbt_crowd.cell_columns(policy)) -%}
        {%- do own.append('crowd_finest_' ~ loop.index) -%}
        {%- do on.append(dbt_crowd.is_same('numbers.crowd_label_' ~ loop.index, 'day_cells.crowd_finest_' ~ loop.index)) -%}
        {%- do folds.append('min(' ~ name ~ ')') -%}
    {%- endfor -%}
    {%- set day -%}
day_cells as (
    select
        {{ own | join(',\n        ') }},
        sum(crowd_rows) as crowd_count,
        {{ 'count(crowd_person)' if policy.privacy_unit else 'sum(crowd_rows)' }} as crowd_persons,
        coalesce(max(crowd_rung), 0) as crowd_rung,
        dense_rank() over (order by coalesce(max(crowd_rung), 0), {{ folds | join(', ') }}) as crowd_fold
    from members
    group by
        {{ own | join(',\n        ') }}
)
    {%- endset -%}
    {%- set numbered -%}
numbered_cells as (
    select
        day_cells.*,
        numbers.crowd_cell,
        case when day_cells.crowd_persons < {{ policy.k }} then 1 else 0 end as crowd_thin
    from day_cells
    left join {{ tables.cells }} as numbers
        on {{ on | join('\n        and ') }}
)
    {%- endset -%}
    {%- set parts = [] -%}
    {%- for margin in policy.total_by -%}
        {%- set lines = ['numbered_cells.crowd_cell', loop.index ~ ' as crowd_margin'] -%}
        {%- for name in dbt_crowd.cell_columns(policy) -%}
            {%- do lines.append(('numbered_cells.crowd_finest_' ~ loop.index if name in margin else 'cast(null as ' ~ (dbt.type_string() | trim | lower) ~ ')') ~ ' as crowd_label_' ~ loop.index) -%}
        {%- endfor -%}
        {%- do lines.append('coalesce(totals.crowd_withdrawn, 0) as crowd_withdrawn') -%}
        {%- do parts.append('select\n        ' ~ lines | join(',\n        ') ~ '\n    from numbered_cells\n    left join '
            ~ tables.lines ~ ' as totals\n        on totals.crowd_withdrawn = 1\n        and ' ~ dbt_crowd._on_margin(policy, margin, loop.index, 'totals', 'numbered_cells', 'crowd_finest_') | join('\n        and ') ~ '\n    where numbered_cells.crowd_cell is not null') -%}
    {%- endfor -%}
    {%- set lines = 'cell_lines as (\n    select\n        crowd_cell,\n        crowd_margin,\n        dense_rank() over (order by crowd_margin, ' ~ dbt_crowd._label_names(policy) | join(', ')
        ~ ') as crowd_line,\n        crowd_withdrawn\n    from cell_totals\n)' -%}
    {%- do return([day, numbered, 'cell_totals as (\n    ' ~ parts | join('\n    union all\n    ') ~ '\n)', lines]) -%}
{% endmacro %}
