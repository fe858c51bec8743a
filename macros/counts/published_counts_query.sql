{#-
    What counts publish, from the members of the candidate: a row per published cell with its measures, rounded where the
    policy says so, and the totals over what is published.
    members   relation or '(query)' with what counts_query selects
    exact     with exact totals, the relation of totals that `crowd protect` made: hidden cells are rows without measures
-#}
{% macro published_counts_query(policy, members, exact=none) %}
    {%- set keys = dbt_crowd._quoted_names(dbt_crowd.cell_columns(policy)) + ['crowd_rung'] -%}
    {%- set totals = dbt_crowd.count_totals(policy.measures, policy.total_by, policy.totals) -%}
    {%- set lines = dbt_crowd._qualified('cells', keys) -%}
    {%- for measure in policy.measures -%}
        {%- do lines.append(dbt_crowd._measure_expression(policy, measure) ~ ' as ' ~ dbt_crowd.quoted(measure.name)) -%}
    {%- endfor -%}
    {%- for total in totals -%}
        {%- do lines.append(dbt_crowd._total_expression(policy, total.measure, total.by) ~ ' as ' ~ dbt_crowd.quoted(total.name)) -%}
    {%- endfor -%}
    {%- set ctes = dbt_crowd._exact_cells_ctes(policy, members, keys) if exact is not none else [dbt_crowd._published_cells_cte(policy, members, keys)] -%}
    {%- set joins = [] -%}
    {%- for names in policy.total_by if exact is not none -%}
        {%- do ctes.append(dbt_crowd._exact_margin_cte(policy, members, exact, names, loop.index)) -%}
        {%- do joins.append(dbt_crowd._exact_margin_join(policy, names, loop.index)) -%}
    {%- endfor -%}
    {%- for names in policy.total_by if exact is none -%}
        {%- set name = 'margin_' ~ loop.index -%}
        {%- do ctes.extend(dbt_crowd._margin_ctes(policy, members, name, dbt_crowd._quoted_names(names))) -%}
        {%- for cte in [name] + ([name ~ '_persons'] if policy.measures | selectattr('kind', 'equalto', 'persons') | list else []) -%}
            {%- do joins.append('left join ' ~ cte ~ '\n    on ' ~ dbt_crowd._join_on('cells', cte, dbt_crowd._quoted_names(names), '    ')) -%}
        {%- endfor -%}
    {%- endfor -%}
    {%- do return('with ' ~ ctes | join(',\n\n') ~ '\n\nselect\n    ' ~ lines | join(',\n    ') ~ '\nfrom cells' ~ ('\n' ~ joins | join('\n') if joins else '')) -%}
{% endmacro %}


{#- The published cells with what their measures are made of, rounded already. -#}
{% macro _published_cells_cte(policy, members, keys, name='cells') %}
    {%- set lines = keys + [dbt_crowd._rounded_whole(policy, 'sum(members.crowd_rows)') ~ ' as crowd_rows'] -%}
    {%- if policy.measures | selectattr('kind', 'equalto', 'persons') | list -%}
        {%- do lines.append(dbt_crowd._rounded_whole(policy, dbt_crowd._cell_persons('members.')) ~ ' as crowd_persons') -%}
    {%- endif -%}
    {%- for column in dbt_crowd.measured_columns(policy) -%}
        {%- do lines.append(dbt_crowd._rounded_sum(policy, 'sum(members.crowd_value_' ~ loop.index ~ ')') ~ ' as crowd_value_' ~ loop.index) -%}
        {%- do lines.append(dbt_crowd._rounded_whole(policy, 'sum(members.crowd_known_' ~ loop.index ~ ')') ~ ' as crowd_known_' ~ loop.index) -%}
    {%- endfor -%}
    {%- set cte -%}
{{ name }} as (
    select
        {{ lines | join(',\n        ') }}
    from {{ members }} as members
    where members.crowd_rung is not null
    group by
        {{ keys | join(',\n        ') }}
)
    {%- endset -%}
    {%- do return(cte) -%}
{% endmacro %}


{#- A margin over the published cells: what adds up from the cells themselves, persons counted anew. -#}
{% macro _margin_ctes(policy, members, name, keys) %}
    {%- set group_by = '\n    group by ' ~ keys | join(', ') if keys else '' -%}
    {%- set lines = keys + ['cast(sum(crowd_rows) as ' ~ (dbt.type_bigint() | trim | lower) ~ ') as crowd_rows'] -%}
    {%- for column in dbt_crowd.measured_columns(policy) -%}
        {%- do lines.append('sum(crowd_value_' ~ loop.index ~ ') as crowd_value_' ~ loop.index) -%}
    {%- endfor -%}
    {%- set ctes = [name ~ ' as (\n    select\n        ' ~ lines | join(',\n        ') ~ '\n    from cells' ~ group_by ~ '\n)'] -%}
    {%- if policy.measures | selectattr('kind', 'equalto', 'persons') | list -%}
        {%- set lines = keys + [dbt_crowd._rounded_whole(policy, 'count(distinct members.crowd_person)') ~ ' as crowd_persons'] -%}
        {%- do ctes.append(name ~ '_persons as (\n    select\n        ' ~ lines | join(',\n        ') ~ '\n    from ' ~ members ~ ' as members\n    where members.crowd_rung is not null' ~ group_by ~ '\n)') -%}
    {%- endif -%}
    {%- do return(ctes) -%}
{% endmacro %}
