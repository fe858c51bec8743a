{#- One statement that measures many rungs: the classes of each, then the figures of all, a row per rung. -#}
{% macro _measure_query(tuples, plan, k, rungs, shares, entropy) %}
    {%- set wanted = dbt_crowd._measured_shares(plan) if shares else [] -%}
    {%- set wildcard = plan.nulls == 'wildcard' and dbt_crowd._nullable_columns(plan) | length > 0 -%}
    {%- set spread = plan.unit == 'spread persons' -%}
    {%- set least = k if k is number else 'crowd_k' -%}
    {%- set ctes = [dbt_crowd._measure_classes_cte(tuples, plan, k, rungs, wanted, entropy or wildcard, wildcard)] -%}
    {%- set state = namespace(classes='classes', fails='crowd_size < ' ~ least) -%}
    {%- if wildcard -%}
        {%- set ctes = ctes + dbt_crowd._measure_wildcard_ctes(plan, least) -%}
        {%- set state.classes = 'judged' -%}
        {%- set state.fails = state.fails ~ ' and crowd_agrees = 0' -%}
    {%- endif -%}
    {%- if entropy -%}
        {%- set ctes = ctes + dbt_crowd._measure_entropy_ctes(plan, state.classes, state.fails) -%}
    {%- endif -%}
    {%- if spread -%}
        {%- set ctes = ctes + dbt_crowd._measure_persons_ctes(tuples, plan, rungs, state.classes, state.fails) -%}
    {%- endif -%}
    {%- do ctes.append(dbt_crowd._measure_figures_cte(plan, state.classes, state.fails, wanted)) -%}
    {%- do return('with ' ~ ctes | join(',\n\n') ~ '\n\n' ~ dbt_crowd._measure_select(plan, entropy, spread)) -%}
{% endmacro %}


{#- Columns and levels whose shares must be summed; at the others every label has the same share. -#}
{% macro _measured_shares(plan) %}
    {%- set wanted = [] -%}
    {%- for column in plan.columns -%}
        {%- set position = loop.index0 -%}
        {%- for is_summed in column.shares -%}
            {%- if is_summed -%}
                {%- do wanted.append([position, loop.index0]) -%}
            {%- endif -%}
        {%- endfor -%}
    {%- endfor -%}
    {%- do return(wanted) -%}
{% endmacro %}


{#- What all rungs have in common is written once, here. -#}
{% macro _measure_figures_cte(plan, classes, fails, wanted) %}
    {%- set bigint = dbt.type_bigint() -%}
    {%- set square = 'crowd_rows * crowd_rows' if plan.rows < 3000000000 else 'cast(crowd_rows as ' ~ dbt_crowd.type_double() ~ ') * crowd_rows' -%}
    {%- set lines = [
        'crowd_rung',
        dbt_crowd._sum_where(fails, 'crowd_rows') ~ ' as rows_failing',
        dbt_crowd._sum_where(fails, 'crowd_size') ~ ' as persons_failing',
        'cast(sum(case when ' ~ fails ~ ' then 0 else 1 end) as ' ~ bigint ~ ') as classes',
        'min(case when ' ~ fails ~ ' then null else crowd_size end) as smallest',
        'min(crowd_size) as smallest_any',
        'sum(case when ' ~ fails ~ ' then 0 else ' ~ square ~ ' end) as sum_squares',
    ] -%}
    {%- for pair in wanted -%}
        {%- set share = dbt_crowd._search_name('share', pair[0], pair[1]) -%}
        {%- do lines.append(dbt_crowd._sum_where(fails, share) ~ ' as ' ~ share) -%}
    {%- endfor -%}
    {%- do return('figures as (\n    select\n        ' ~ lines | join(',\n        ') ~ '\n    from ' ~ classes ~ '\n    group by crowd_rung\n)') -%}
{% endmacro %}


{% macro _sum_where(condition, count) %}
    {%- do return('cast(sum(case when ' ~ condition ~ ' then ' ~ count ~ ' else 0 end) as ' ~ dbt.type_bigint() ~ ')') -%}
{% endmacro %}


{% macro _measure_select(plan, entropy, spread) %}
    {%- set lines = ['figures.*'] -%}
    {%- set joins = [] -%}
    {%- if spread -%}
        {%- do lines.append('coalesce(persons_lost.crowd_persons, 0) as persons_lost') -%}
        {%- do joins.append('left join persons_lost\n    on figures.crowd_rung = persons_lost.crowd_rung') -%}
    {%- endif -%}
    {%- if entropy -%}
        {%- for column in plan.columns -%}
            {%- do lines.append('coalesce(entropies.entropy_' ~ loop.index ~ ', 0) as entropy_' ~ loop.index) -%}
        {%- endfor -%}
        {%- do joins.append('left join entropies\n    on figures.crowd_rung = entropies.crowd_rung') -%}
    {%- endif -%}
    {%- set query -%}
select
    {{ lines | join(',\n    ') }}
from figures
{%- for join in joins %}
{{ join }}
{%- endfor %}
order by figures.crowd_rung
    {%- endset -%}
    {%- do return(query) -%}
{% endmacro %}
