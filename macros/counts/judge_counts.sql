{#-
    The judge of counts: a query of one row of figures (see judge_figures and counts_figures) about the cells that are,
    or would be, published. It groups the members by their published labels again, and counts persons again.

    members     relation or '(query)' with what counts_query selects
    undeclared  columns of the published relation that the policy does not declare
    logged      '(query)' of the log row of the release, where a published one is judged
    release     the published relation, where a published one is judged
    shown       relation or '(query)' with the rows that are, or would be, published
    protected   the tables of `crowd protect`, where totals are exact
-#}
{% macro judge_counts(policy, members, undeclared=0, logged=none, release=none, protected=none, shown=none) %}
    {%- set keys = dbt_crowd._quoted_names(dbt_crowd.cell_columns(policy)) + ['crowd_rung'] -%}
    {%- set withheld = dbt_crowd.withheld_ctes(policy, 'members', keys, dbt_crowd._class_keys(policy)) -%}
    {%- set lines = ['candidate.*'] -%}
    {%- for label in dbt_crowd._finest_labels(policy) -%}
        {%- do lines.append(label ~ ' as crowd_finest_' ~ loop.index) -%}
    {%- endfor -%}
    {%- set ctes = ['members as (\n    select\n        ' ~ lines | join(',\n        ') ~ '\n    from ' ~ members ~ ' as candidate\n)']
        + dbt_crowd._judged_cells_ctes(policy, keys) + dbt_crowd._finest_cells_ctes(policy) + [dbt_crowd._members_figures_cte(policy)] + withheld.ctes -%}
    {%- if protected is not none -%}
        {%- set ctes = ctes + dbt_crowd.judge_protection_ctes(policy, protected) -%}
    {%- endif -%}
    {%- if shown is not none -%}
        {%- set ctes = ctes + dbt_crowd._shown_ctes(policy, shown, protected) -%}
    {%- endif -%}
    {%- if release is not none -%}
        {%- set ctes = ctes + dbt_crowd._counts_comparison_ctes(policy, release, members, (protected or {}).get('lines')) + dbt_crowd._logged_ctes(policy, release, logged) -%}
    {%- endif -%}
    {%- do return('with ' ~ ctes | join(',\n\n') ~ ',\n\n' ~ dbt_crowd._counts_figures_cte(policy, withheld.names, undeclared, release is not none, protected is not none, shown is not none) ~ '\n\n' ~ dbt_crowd._counts_verdict(policy)) -%}
{% endmacro %}


{#- The published cells: their size, and the finest cells that each of them is made of. -#}
{% macro _judged_cells_ctes(policy, keys) %}
    {%- set size = dbt_crowd._cell_persons() if policy.privacy_unit else 'sum(crowd_rows)' -%}
    {%- set folded = 'crowd_rung > 1' ~ (' and crowd_person is not null' if policy.privacy_unit else '') -%}
    {%- set holds = dbt_crowd.fold_tells_nothing('crowd_size', 'crowd_inhabited', policy.k) | join(' and ') -%}
    {%- set cells -%}
published_cells as (
    select
        {{ keys | join(',\n        ') }},
        {{ size }} as crowd_size,
        case when min(crowd_cell) = max(crowd_cell) then 1 else 0 end as crowd_single,
        count(distinct case when {{ folded }} then crowd_cell end) as crowd_inhabited
    from members
    where crowd_rung is not null
    group by
        {{ keys | join(',\n        ') }}
)
    {%- endset -%}
    {%- set figures -%}
cell_figures as (
    select
        count(*) as crowd_rows,
        coalesce(min(crowd_size), 0) as crowd_smallest_class,
        coalesce(sum(case when crowd_size >= {{ policy.k }} then 0 else 1 end), 0) as crowd_classes_below_k,
        coalesce(sum(case when crowd_rung > 1 then 1 else 0 end), 0) as crowd_folds,
        coalesce(sum(
            case
                when crowd_rung = 1 and crowd_single = 1 then 0
                when crowd_rung > 1 and {{ holds }} then 0
                else 1
            end
        ), 0) as crowd_folds_derivable
    from published_cells
)
    {%- endset -%}
    {%- do return([cells, figures]) -%}
{% endmacro %}


{#- The persons of a published cell: those of a finest one stand there once each, which the judge sees to, and those of a fold are counted again. -#}
{% macro _cell_persons(alias='') %}
    {%- do return('count(case when crowd_rung = 1 then crowd_person end) + count(distinct case when crowd_rung > 1 then crowd_person end)' | replace('crowd_', alias ~ 'crowd_')) -%}
{% endmacro %}


{#- The finest cells again: each is published whole or not at all, and only thin ones are folded. -#}
{% macro _finest_cells_ctes(policy) %}
    {%- set own = [] -%}
    {%- set split = [] -%}
    {%- for name in dbt_crowd._quoted_names(dbt_crowd.cell_columns(policy)) -%}
        {%- do own.append('crowd_finest_' ~ loop.index) -%}
        {%- do split.append("coalesce(min(case when crowd_rung is not null then " ~ name ~ " end), '') != coalesce(max(case when crowd_rung is not null then " ~ name ~ " end), '')") -%}
    {%- endfor -%}
    {%- set cells -%}
finest_cells as (
    select
        {{ own | join(',\n        ') }},
        {{ dbt_crowd._crowd_size(policy, 'sum(crowd_rows)') }} as crowd_size,
        max(crowd_rung) as crowd_rung,
        case
            when
                min(crowd_cell) != max(crowd_cell)
                or coalesce(min(crowd_rung), 0) != coalesce(max(crowd_rung), 0)
                or count(crowd_rung) not in (0, count(*))
                {%- if policy.privacy_unit %}
                or count(crowd_person) != count(distinct crowd_person)
                {%- endif %}
                or {{ split | join('\n                or ') }}
                then 1
            else 0
        end as crowd_split
    from members
    group by
        {{ own | join(',\n        ') }}
)
    {%- endset -%}
    {%- set figures -%}
finest_figures as (
    select
        count(*) as crowd_cells,
        coalesce(sum(case when crowd_rung > 1 then 1 else 0 end), 0) as crowd_cells_folded,
        coalesce(sum(case when crowd_rung is null then 1 else 0 end), 0) as crowd_cells_suppressed,
        coalesce(sum(crowd_split), 0) as crowd_cells_split,
        coalesce(sum(case when crowd_rung > 1 and crowd_size >= {{ policy.k }} then 1 else 0 end), 0) as crowd_cells_full_folded
    from finest_cells
)
    {%- endset -%}
    {%- do return([cells, figures]) -%}
{% endmacro %}


{#- What is counted of all members, published or not. -#}
{% macro _members_figures_cte(policy) %}
    {%- set persons = 'count(distinct crowd_person)' if policy.privacy_unit else 'coalesce(sum(crowd_rows), 0)' -%}
    {%- set published = 'count(distinct case when crowd_rung is not null then crowd_person end)' if policy.privacy_unit else 'coalesce(sum(case when crowd_rung is not null then crowd_rows else 0 end), 0)' -%}
    {%- set suppressed = published | replace('is not null', 'is null') -%}
    {%- set cte -%}
member_figures as (
    select
        coalesce(sum(crowd_rows), 0) as crowd_input_rows,
        {{ persons }} as crowd_input_persons,
        {{ 'coalesce(sum(case when crowd_person is null then crowd_rows else 0 end), 0)' if policy.privacy_unit else '0' }} as crowd_rows_without_person,
        {{ published }} as crowd_persons,
        coalesce(sum(case when crowd_rung is null then crowd_rows else 0 end), 0) as crowd_suppressed_rows,
        {{ suppressed }} as crowd_suppressed_persons,
        coalesce(sum(crowd_unmapped), 0) as crowd_unmapped
    from members
)
    {%- endset -%}
    {%- do return(cte) -%}
{% endmacro %}


{#- What is published must be what the members of the private copy add up to, row for row. -#}
{% macro _counts_comparison_ctes(policy, release, members, lines) %}
    {%- set columns = dbt_crowd._quoted_names(dbt_crowd.count_columns(policy)) | join(',\n        ') -%}
    {%- set derived = dbt_crowd.published_counts_query(policy, members, lines) | indent(4) -%}
    {%- do return([
        'derived as (\n    ' ~ derived ~ '\n)',
        'release_only as (\n    select\n        ' ~ columns ~ '\n    from ' ~ release ~ '\n    except all\n    select\n        ' ~ columns ~ '\n    from derived\n)',
        'derived_only as (\n    select\n        ' ~ columns ~ '\n    from derived\n    except all\n    select\n        ' ~ columns ~ '\n    from ' ~ release ~ '\n)',
        'comparison_figures as (\n    select (select count(*) from release_only) + (select count(*) from derived_only) as crowd_rows_unlike_private\n)',
    ]) -%}
{% endmacro %}
