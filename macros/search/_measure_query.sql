{#- One statement that measures many rungs: the classes of each, then the figures of all, a row per rung. -#}
{% macro _measure_query(tuples, plan, k, rungs, shares, entropy, entropy_within=none) %}
    {%- set wanted = dbt_crowd._measured_shares(plan) if shares else [] -%}
    {%- set wildcard = plan.nulls == 'wildcard' and dbt_crowd._nullable_columns(plan) | length > 0 -%}
    {%- set spread = plan.unit == 'spread persons' -%}
    {%- set least = k if k is number else 'crowd_k' -%}
    {%- set beside = dbt_crowd._measured_beside(plan) -%}
    {%- set keys = dbt_crowd._measure_key_names(plan) -%}
    {%- set thin = 'crowd_size < ' ~ least -%}
    {%- set state = namespace(classes='classes', ctes=[]) -%}
    {%- set state.ctes = [dbt_crowd._measure_classes_cte(tuples, plan, k, rungs, wanted, entropy, wildcard, beside)] -%}
    {%- set closer = dbt_crowd._looks_closer(plan) -%}
    {%- if closer -%}
        {%- set state.ctes = state.ctes + [dbt_crowd._measure_gathered_cte(plan, k, wanted, wildcard, keys)] -%}
    {%- endif -%}
    {%- if closer -%}
        {%- set state.ctes = state.ctes + dbt_crowd._measure_criteria_ctes(plan, state.classes, keys, rungs) -%}
        {%- set state.classes = 'verdicts' -%}
    {%- endif -%}
    {%- set broken = dbt_crowd._measure_terms(plan).all -%}
    {%- if wildcard -%}
        {%- set state.ctes = state.ctes + dbt_crowd._measure_wildcard_ctes(plan, least, state.classes, broken) -%}
        {%- set state.classes = 'judged' -%}
    {%- endif -%}
    {%- set conditions = dbt_crowd._measure_conditions(plan, thin, wildcard) -%}
    {%- set told = [['', conditions.fails]] + ([['lasting_', conditions.lasting]] if conditions.lasting else []) -%}
    {%- set state.ctes = state.ctes + [dbt_crowd._measure_figures_cte(plan, state.classes, conditions, wanted)] -%}
    {%- for prefix, fails in told -%}
        {%- if entropy -%}
            {%- set state.ctes = state.ctes + dbt_crowd._measure_entropy_ctes(plan, state.classes, fails, prefix, none if spread else entropy_within) -%}
        {%- endif -%}
        {%- if spread -%}
            {%- set state.ctes = state.ctes + dbt_crowd._measure_persons_ctes(tuples, plan, rungs, state.classes, fails, prefix) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- do return('with ' ~ state.ctes | join(',\n\n') ~ '\n\n' ~ dbt_crowd._measure_select(plan, entropy, spread, told)) -%}
{% endmacro %}


{#- Whether criteria ask for more than the sizes of classes: for their members, by sensitive value and person, or a population. -#}
{% macro _looks_closer(plan) %}
    {%- do return(true if plan.sensitive or plan.population else false) -%}
{% endmacro %}


{#- What members of a class are told apart by, where criteria ask: persons, and sensitive values. -#}
{% macro _measured_beside(plan) %}
    {%- set names = ['crowd_person'] if dbt_crowd._looks_closer(plan) and plan.unit != 'rows' else [] -%}
    {%- for column in plan.sensitive -%}
        {%- do names.append('crowd_sensitive_' ~ column.number) -%}
    {%- endfor -%}
    {%- do return(names) -%}
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
{% macro _measure_figures_cte(plan, classes, conditions, wanted) %}
    {%- set bigint = dbt.type_bigint() -%}
    {%- set square = 'crowd_rows * crowd_rows' if plan.rows < 3000000000 else 'cast(crowd_rows as ' ~ dbt_crowd.type_double() ~ ') * crowd_rows' -%}
    {%- set lines = ['crowd_rung', 'min(case when ' ~ conditions.fails ~ ' then null else crowd_size end) as smallest', 'min(crowd_size) as smallest_any'] -%}
    {%- for prefix, fails in [['', conditions.fails]] + ([['lasting_', conditions.lasting]] if conditions.lasting else []) -%}
        {%- do lines.extend([
            dbt_crowd._sum_where(fails, 'crowd_rows') ~ ' as ' ~ prefix ~ 'rows_failing',
            dbt_crowd._sum_where(fails, 'crowd_size') ~ ' as ' ~ prefix ~ 'persons_failing',
            'cast(sum(case when ' ~ fails ~ ' then 0 else 1 end) as ' ~ bigint ~ ') as ' ~ prefix ~ 'classes',
            'sum(case when ' ~ fails ~ ' then 0 else ' ~ square ~ ' end) as ' ~ prefix ~ 'sum_squares',
        ]) -%}
        {%- for pair in wanted -%}
            {%- set share = dbt_crowd._search_name('share', pair[0], pair[1]) -%}
            {%- do lines.append(dbt_crowd._sum_where(fails, share) ~ ' as ' ~ prefix ~ share) -%}
        {%- endfor -%}
    {%- endfor -%}
    {%- if plan.risk -%}
        {%- do lines.append(dbt_crowd._measure_risk(plan.risk, conditions.fails) ~ ' as too_risky') -%}
    {%- endif -%}
    {%- if conditions.unmendable -%}
        {%- set part = 'greatest(1, ceil(crowd_rows * crowd_least - 1e-6))' if plan.unit == 'rows' and dbt_crowd._looks_closer(plan) else '1' -%}
        {%- do lines.append('cast(sum(case when ' ~ conditions.lasting ~ ' then 0 when ' ~ conditions.unmendable ~ ' then ' ~ part ~ ' else 0 end) as ' ~ bigint ~ ') as more_failing') -%}
    {%- endif -%}
    {%- do return('figures as (\n    select\n        ' ~ lines | join(',\n        ') ~ '\n    from ' ~ classes ~ '\n    group by crowd_rung\n)') -%}
{% endmacro %}


{% macro _sum_where(condition, count, otherwise='0') %}
    {%- do return('cast(sum(case when ' ~ condition ~ ' then ' ~ count ~ ' else ' ~ otherwise ~ ' end) as ' ~ dbt.type_bigint() ~ ')') -%}
{% endmacro %}


{% macro _measure_select(plan, entropy, spread, told) %}
    {%- set lines = ['figures.*'] -%}
    {%- set joins = [] -%}
    {%- if dbt_crowd._asks_presence(plan) -%}
        {%- do lines.append('coalesce(absences.crowd_absent, 0) as absent') -%}
        {%- do joins.append('left join absences\n    on figures.crowd_rung = absences.crowd_rung') -%}
    {%- endif -%}
    {%- for prefix, fails in told -%}
        {%- if spread -%}
            {%- set lost = prefix ~ 'persons_lost' -%}
            {%- do lines.append('coalesce(' ~ lost ~ '.crowd_persons, 0) as ' ~ lost) -%}
            {%- do joins.append('left join ' ~ lost ~ '\n    on figures.crowd_rung = ' ~ lost ~ '.crowd_rung') -%}
        {%- endif -%}
        {%- if entropy -%}
            {%- set entropies = prefix ~ 'entropies' -%}
            {%- for column in plan.columns -%}
                {%- do lines.append('coalesce(' ~ entropies ~ '.entropy_' ~ loop.index ~ ', 0) as ' ~ prefix ~ 'entropy_' ~ loop.index) -%}
            {%- endfor -%}
            {%- do joins.append('left join ' ~ entropies ~ '\n    on figures.crowd_rung = ' ~ entropies ~ '.crowd_rung') -%}
        {%- endif -%}
    {%- endfor -%}
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
