{#- The hidden part of every published total, and what is left of it without that of published totals within it: a crowd, or nothing. -#}
{% macro _hidden_part_ctes(policy, tables) %}
    {%- set within -%}
folds_within as (
    select
        numbered_cells.crowd_fold,
        cell_lines.crowd_margin
    from numbered_cells
    inner join cell_lines
        on numbered_cells.crowd_cell = cell_lines.crowd_cell
    where numbered_cells.crowd_rung > 1
    group by
        numbered_cells.crowd_fold,
        cell_lines.crowd_margin
    having count(distinct cell_lines.crowd_line) = 1
)
    {%- endset -%}
    {%- set parts -%}
part_cells as (
    select
        cell_lines.crowd_margin,
        cell_lines.crowd_line,
        0 as crowd_less,
        numbered_cells.crowd_cell,
        numbered_cells.crowd_persons
    from cell_lines
    inner join numbered_cells
        on cell_lines.crowd_cell = numbered_cells.crowd_cell
    left join folds_within
        on numbered_cells.crowd_rung > 1
        and numbered_cells.crowd_fold = folds_within.crowd_fold
        and cell_lines.crowd_margin = folds_within.crowd_margin
    where cell_lines.crowd_withdrawn = 0
        and numbered_cells.crowd_rung != 1
        and folds_within.crowd_fold is null
)
    {%- endset -%}
    {%- set selects = ['select * from part_cells'] -%}
    {%- for wide in policy.total_by -%}
        {%- set number = loop.index -%}
        {%- for narrow in policy.total_by if wide | length < narrow | length and wide | reject('in', narrow) | list == [] -%}
            {%- do selects.append(dbt_crowd._rest_select(number, policy.total_by.index(narrow) + 1)) -%}
        {%- endfor -%}
    {%- endfor -%}
    {%- do return([within, parts, 'hidden_parts as (\n    ' ~ selects | join('\n    union all\n    ') ~ '\n)'] + dbt_crowd._thin_parts_ctes(policy)) -%}
{% endmacro %}


{#- What is left of the totals of a margin without the published ones of a narrower margin. -#}
{% macro _rest_select(wide, narrow) -%}
select
        part_cells.crowd_margin,
        part_cells.crowd_line,
        {{ narrow }} as crowd_less,
        part_cells.crowd_cell,
        part_cells.crowd_persons
    from part_cells
    inner join cell_lines
        on part_cells.crowd_cell = cell_lines.crowd_cell
    where part_cells.crowd_margin = {{ wide }}
        and cell_lines.crowd_margin = {{ narrow }}
        and cell_lines.crowd_withdrawn = 1
{%- endmacro %}


{#- Parts of fewer than k persons, who are counted anew where there is a person column. -#}
{% macro _thin_parts_ctes(policy) %}
    {%- if not policy.privacy_unit -%}
        {%- do return(['thin_parts as (\n    select\n        crowd_line,\n        crowd_less\n    from hidden_parts\n    group by\n        crowd_line,\n        crowd_less\n    having sum(crowd_persons) < ' ~ policy.k ~ '\n)']) -%}
    {%- endif -%}
    {%- set on = [] -%}
    {%- for name in dbt_crowd.cell_columns(policy) -%}
        {%- set label = 'crowd_finest_' ~ loop.index -%}
        {%- do on.append(dbt_crowd.is_same('members.' ~ label, 'numbered_cells.' ~ label)) -%}
    {%- endfor -%}
    {%- set hidden -%}
hidden_members as (
    select
        numbered_cells.crowd_cell,
        members.crowd_person
    from members
    inner join numbered_cells
        on {{ on | join('\n        and ') }}
    where numbered_cells.crowd_rung != 1
)
    {%- endset -%}
    {%- set thin -%}
thin_parts as (
    select
        hidden_parts.crowd_line,
        hidden_parts.crowd_less
    from hidden_parts
    inner join hidden_members
        on hidden_parts.crowd_cell = hidden_members.crowd_cell
    group by
        hidden_parts.crowd_line,
        hidden_parts.crowd_less
    having count(distinct hidden_members.crowd_person) < {{ policy.k }}
)
    {%- endset -%}
    {%- do return([hidden, thin]) -%}
{% endmacro %}


{% macro _protection_figures_cte(policy) %}
    {%- do return('protection_figures as (\n    select\n        (select crowd_faults from moves_outside)\n        + (select count(*) from ambiguous)\n        + (select crowd_faults from cells_twice)\n        + (select count(*) from unlike_published)\n        + (select count(*) from exposed_cells)'
        ~ '\n        + (select count(*) from told_cells)\n        + (select count(*) from thin_parts) as crowd_unprotected\n)') -%}
{% endmacro %}
