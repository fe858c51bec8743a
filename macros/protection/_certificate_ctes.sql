{#- The certificate's moves beside the cells that they move: out of bounds, unlike what is published, and how far they reach. -#}
{% macro _moves_ctes(policy, tables) %}
    {%- set top = policy.k - 1 if not policy.privacy_unit else none -%}
    {%- set moves -%}
moves as (
    select
        certificate.crowd_table,
        certificate.crowd_kind,
        certificate.crowd_cell,
        certificate.crowd_move,
        numbered_cells.crowd_count + certificate.crowd_move as crowd_possible,
        numbered_cells.crowd_rung,
        numbered_cells.crowd_thin,
        numbered_cells.crowd_fold
    from {{ tables.certificate }} as certificate
    left join numbered_cells
        on certificate.crowd_cell = numbered_cells.crowd_cell
)
    {%- endset -%}
    {%- set outside -%}
moves_outside as (
    select count(*) as crowd_faults
    from moves
    where crowd_possible is null
        or crowd_rung = 1
        or crowd_kind not in ('plain', 'unlabelled', 'rule')
        or crowd_move != floor(crowd_move)
        or crowd_possible < 0
        or (crowd_kind != 'plain' and crowd_possible < 1)
        or (crowd_kind = 'rule' and crowd_thin = 0 and crowd_possible < {{ policy.k }})
        {%- if top is not none %}
        or (crowd_kind = 'rule' and crowd_thin = 1 and crowd_possible > {{ top }})
        or (crowd_kind = 'unlabelled' and crowd_rung > 1 and crowd_possible > {{ top }})
        {%- endif %}
)
    {%- endset -%}
    {%- do return([moves, outside, dbt_crowd._ambiguous_cte(tables), dbt_crowd._unlike_published_cte()] + dbt_crowd._reach_ctes(policy)) -%}
{% endmacro %}


{#- Numbers that stand for two cells, cells with two numbers, and tables that move a cell twice or are of two kinds: they would prove anything. -#}
{% macro _ambiguous_cte(tables) %}
    {%- set ambiguous -%}
ambiguous as (
    select crowd_cell as crowd_number
    from numbered_cells
    where crowd_cell is not null
    group by crowd_cell
    having count(*) > 1
    union all
    select min(crowd_cell) as crowd_number
    from {{ tables.cells }}
    group by crowd_cell
    having count(*) > 1 or count(crowd_cell) = 0
    union all
    select crowd_table as crowd_number
    from {{ tables.certificate }}
    group by
        crowd_table,
        crowd_cell
    having count(*) > 1 or count(crowd_table) = 0
    union all
    select crowd_table as crowd_number
    from {{ tables.certificate }}
    group by crowd_table
    having min(crowd_kind) != max(crowd_kind) or count(crowd_kind) < count(*)
),

cells_twice as (
    select (select count(*) from numbered_cells) - (select count(*) from day_cells) as crowd_faults
)
    {%- endset -%}
    {%- do return(ambiguous) -%}
{% endmacro %}


{#- Tables of the certificate that do not add up to a published total, or to a published fold. -#}
{% macro _unlike_published_cte() %}
    {%- set sums -%}
unlike_published as (
    select
        moves.crowd_table,
        cell_lines.crowd_line as crowd_sum
    from moves
    inner join cell_lines
        on moves.crowd_cell = cell_lines.crowd_cell
    where cell_lines.crowd_withdrawn = 0
    group by
        moves.crowd_table,
        cell_lines.crowd_line
    having sum(moves.crowd_move) != 0
    union all
    select
        crowd_table,
        crowd_fold as crowd_sum
    from moves
    where crowd_rung > 1
    group by
        crowd_table,
        crowd_fold
    having sum(crowd_move) != 0
)
    {%- endset -%}
    {%- do return(sums) -%}
{% endmacro %}


{#- How far each thin cell is uncertain. -#}
{% macro _reach_ctes(policy) %}
    {%- set reach = {} -%}
    {%- for name, kinds in {'all': "('plain', 'unlabelled', 'rule')", 'open': "('unlabelled', 'rule')", 'rule': "('rule')"}.items() -%}
        {%- do reach.update({
            'low_' ~ name: 'min(case when crowd_kind in ' ~ kinds ~ ' and crowd_move < 0 then crowd_move else 0 end)',
            'high_' ~ name: 'max(case when crowd_kind in ' ~ kinds ~ ' and crowd_move > 0 then crowd_move else 0 end)',
        }) -%}
    {%- endfor -%}
    {%- set lines = [] -%}
    {%- for name, expression in reach.items() -%}
        {%- do lines.append(expression ~ ' as crowd_' ~ name) -%}
    {%- endfor -%}
    {%- set widths = 'reach as (\n    select\n        crowd_cell,\n        ' ~ lines | join(',\n        ') ~ '\n    from moves\n    group by crowd_cell\n)' -%}
    {%- set exposed -%}
exposed_cells as (
    select numbered_cells.crowd_cell
    from numbered_cells
    left join reach
        on numbered_cells.crowd_cell = reach.crowd_cell
    where numbered_cells.crowd_thin = 1
        and (
            coalesce(reach.crowd_high_all - reach.crowd_low_all, 0) < {{ policy.protection or policy.k }}
            or (numbered_cells.crowd_rung = 0 and numbered_cells.crowd_count + coalesce(reach.crowd_high_open, 0) < {{ policy.k }})
            or coalesce(reach.crowd_high_rule - reach.crowd_low_rule, 0) < {{ policy.k - 2 }}
        )
)
    {%- endset -%}
    {%- do return([widths, exposed] + dbt_crowd._told_cells_ctes(policy)) -%}
{% endmacro %}


{#- Hidden cells that one who knows another is told: some other cell moves in every table of the rule that moves them. -#}
{% macro _told_cells_ctes(policy) %}
    {%- set rules -%}
rule_moves as (
    select
        crowd_table,
        crowd_cell,
        count(*) over (partition by crowd_cell) as crowd_tables
    from moves
    where crowd_kind = 'rule'
        and crowd_move != 0
)
    {%- endset -%}
    {%- set told -%}
told_cells as (
    select one.crowd_cell
    from rule_moves as one
    inner join rule_moves as other
        on one.crowd_table = other.crowd_table
        and one.crowd_cell != other.crowd_cell
    group by
        one.crowd_cell,
        other.crowd_cell
    having count(*) = max(one.crowd_tables)
    union all
    select numbered_cells.crowd_cell
    from numbered_cells
    left join rule_moves
        on numbered_cells.crowd_cell = rule_moves.crowd_cell
    where numbered_cells.crowd_rung != 1
        and rule_moves.crowd_cell is null
        {%- if policy.k == 2 and not policy.privacy_unit %}
        and numbered_cells.crowd_thin = 0
        {%- endif %}
)
    {%- endset -%}
    {%- do return([rules, told]) -%}
{% endmacro %}
