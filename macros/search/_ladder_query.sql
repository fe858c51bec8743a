{#- One statement that measures many ladders: a row of figures for each that serves anything. -#}
{% macro _ladder_query(tuples, plan, k, ladders) %}
    {%- set tree = dbt_crowd._ladder_tree(ladders) -%}
    {%- set spread = plan.unit == 'spread persons' -%}
    {%- set beside = dbt_crowd._measured_beside(plan) or (['crowd_person'] if spread else []) -%}
    {%- set keys = dbt_crowd._measure_key_names(plan) -%}
    {%- set told_by = keys + (['crowd_rung_place'] if plan.publishes_rung else []) -%}
    {%- set places = tree.places | length -%}
    {%- set classes = 'verdicts' if plan.sensitive else 'classes' -%}
    {%- set passes = 'not (' ~ dbt_crowd._measure_conditions(plan, '1 = 0', false).fails ~ ')' -%}
    {%- set ctes = [dbt_crowd._ladder_tuples_cte(tuples)] + dbt_crowd._ladder_tree_ctes(tree) + dbt_crowd._ladder_routing_ctes(plan, k, tree, beside) -%}
    {%- set ctes = ctes + dbt_crowd._ladder_served_ctes(plan, tree, keys, beside) + [dbt_crowd._ladder_classes_cte(plan, told_by, beside, places)] -%}
    {%- if plan.sensitive -%}
        {%- set ctes = ctes + dbt_crowd._measure_criteria_ctes(plan, 'classes', told_by, []) -%}
    {%- endif -%}
    {%- if spread -%}
        {%- set ctes = ctes + dbt_crowd._ladder_persons_ctes(classes, told_by, passes) -%}
    {%- endif -%}
    {%- do return('with ' ~ ctes | join(',\n\n') ~ '\n\n' ~ dbt_crowd._ladder_figures_select(plan, classes, passes, places, spread)) -%}
{% endmacro %}


{% macro _ladder_tuples_cte(tuples) %}
    {%- do return('tuples as (\n    select *\n    from ' ~ tuples ~ '\n)') -%}
{% endmacro %}


{% macro _ladder_figures_select(plan, classes, passes, places, spread) %}
    {%- set rung = classes ~ '.crowd_rung' -%}
    {%- set lines = [
        rung ~ ' as ladder',
        dbt_crowd._sum_where(passes, classes ~ '.crowd_rows') ~ ' as rows_kept',
        ('coalesce(min(whole_persons.crowd_persons), 0)' if spread else dbt_crowd._sum_where(passes, classes ~ '.crowd_size')) ~ ' as persons_kept',
        dbt_crowd._sum_where(passes, '1') ~ ' as classes',
        'min(case when ' ~ passes ~ ' then ' ~ classes ~ '.crowd_size end) as smallest',
        'sum(case when ' ~ passes ~ ' then ' ~ ('crowd_rows * crowd_rows' if plan.rows < 3000000000 else 'cast(crowd_rows as ' ~ dbt_crowd.type_double() ~ ') * crowd_rows') ~ ' else 0 end) as sum_squares',
    ] -%}
    {%- for column in plan.columns -%}
        {%- do lines.append(dbt_crowd._sum_where(passes, 'crowd_lost_' ~ loop.index) ~ ' as share_' ~ loop.index) -%}
    {%- endfor -%}
    {%- for place in range(1, places + 1) -%}
        {%- do lines.append(dbt_crowd._sum_where(passes, 'crowd_served_' ~ place) ~ ' as served_' ~ place) -%}
    {%- endfor -%}
    {%- set persons = '\nleft join whole_persons\n    on ' ~ rung ~ ' = whole_persons.crowd_rung' if spread else '' -%}
    {%- do return('select\n    ' ~ lines | join(',\n    ') ~ '\nfrom ' ~ classes ~ persons ~ '\ngroup by ' ~ rung ~ '\norder by ' ~ rung) -%}
{% endmacro %}


{#- Persons in several classes do not add up: those of whom every row is published are counted. -#}
{% macro _ladder_persons_ctes(classes, keys, passes) %}
    {%- set on_class = [classes ~ '.crowd_rung = members.crowd_rung'] -%}
    {%- for key in keys -%}
        {%- do on_class.append(classes ~ '.' ~ key ~ ' = members.' ~ key) -%}
    {%- endfor -%}
    {%- set persons -%}
persons as (
    select
        crowd_person,
        sum(crowd_rows) as crowd_rows
    from tuples
    where crowd_person is not null
    group by crowd_person
)
    {%- endset -%}
    {%- set published -%}
published_persons as (
    select
        members.crowd_rung,
        members.crowd_person,
        sum(members.crowd_rows) as crowd_rows
    from members
    inner join {{ classes }}
        on {{ on_class | join('\n        and ') }}
    where {{ passes }}
    group by
        members.crowd_rung,
        members.crowd_person
)
    {%- endset -%}
    {%- set whole -%}
whole_persons as (
    select
        published_persons.crowd_rung,
        count(*) as crowd_persons
    from published_persons
    inner join persons
        on published_persons.crowd_person = persons.crowd_person
        and published_persons.crowd_rows = persons.crowd_rows
    group by published_persons.crowd_rung
)
    {%- endset -%}
    {%- do return([persons, published, whole]) -%}
{% endmacro %}
