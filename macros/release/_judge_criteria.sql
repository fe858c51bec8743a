{#- The criteria that the judge has figures for, in their order, and the column of the judge's row that counts classes or rows. -#}
{% macro _criterion_names() %}
    {%- do return(['l', 't', 'alpha', 'beta', 'delta', 'k_map', 'delta_presence', 'risk']) -%}
{% endmacro %}


{#-
    CTEs that end in `criteria_figures`: how many published classes, and rows in them, fail each kind of criterion. What the
    policy does not ask is NULL.
    overall   relation that holds the distributions where there is no input to count them in
-#}
{% macro _judge_criteria_ctes(policy, hierarchies, overall, population, has_input) %}
    {%- set asked = dbt_crowd.criteria(policy)[1:] -%}
    {%- set keys = dbt_crowd.class_columns(policy) -%}
    {%- set persons = true if policy.privacy_unit else false -%}
    {%- if not asked -%}
        {%- do return([]) -%}
    {%- endif -%}
    {%- set columns = dbt_crowd.sensitive_columns(policy) -%}
    {%- set ctes = dbt_crowd.overall_ctes(columns, 'input_labels', persons) if overall is none else dbt_crowd._stored_overall_ctes(policy, columns, overall) -%}
    {%- if policy.get('population') -%}
        {%- set ctes = ctes + dbt_crowd.population_ctes(policy, population, hierarchies, policy.rungs, 'published') + (dbt_crowd._absent_ctes(policy) if has_input else []) -%}
    {%- endif -%}
    {%- set ctes = ctes + dbt_crowd.criteria_ctes(asked, {'from': 'published', 'keys': keys, 'persons': persons, 'rows': 'count(*)', 'codes': false}) -%}
    {%- do return(ctes + [dbt_crowd._class_failures_cte(asked, keys), dbt_crowd._criteria_figures_cte(asked)]) -%}
{% endmacro %}


{#- Each class with what it fails: 1 or 0 for each kind of criterion. -#}
{% macro _class_failures_cte(asked, keys) %}
    {%- set lines = ['classes.crowd_rows'] -%}
    {%- for name in dbt_crowd._asked_names(asked) -%}
        {%- set terms = [] -%}
        {%- for criterion in asked if criterion.criterion == name -%}
            {%- do terms.append('fails_' ~ criterion.number ~ '.crowd_found = 1') -%}
        {%- endfor -%}
        {%- do lines.append('case when ' ~ terms | join(' or ') ~ ' then 1 else 0 end as crowd_fails_' ~ name) -%}
    {%- endfor -%}
    {%- set cte -%}
class_failures as (
    select
        {{ lines | join(',\n        ') }}
    from classes
    {%- for criterion in asked %}
    left join fails_{{ criterion.number }}
        on {{ dbt_crowd._join_on('classes', 'fails_' ~ criterion.number, keys, '        ') }}
    {%- endfor %}
)
    {%- endset -%}
    {%- do return(cte) -%}
{% endmacro %}


{% macro _criteria_figures_cte(asked) %}
    {%- set bigint = dbt.type_bigint() -%}
    {%- set lines = [] -%}
    {%- for name in dbt_crowd._asked_names(asked) -%}
        {%- do lines.append('cast(coalesce(sum(crowd_fails_' ~ name ~ '), 0) as ' ~ bigint ~ ') as crowd_classes_failing_' ~ name) -%}
        {%- do lines.append('cast(coalesce(sum(crowd_fails_' ~ name ~ ' * crowd_rows), 0) as ' ~ bigint ~ ') as crowd_rows_failing_' ~ name) -%}
    {%- endfor -%}
    {%- do return('criteria_figures as (\n    select\n        ' ~ lines | join(',\n        ') ~ '\n    from class_failures\n)') -%}
{% endmacro %}


{% macro _asked_names(asked) %}
    {%- set names = [] -%}
    {%- for name in dbt_crowd._criterion_names() if asked | selectattr('criterion', 'equalto', name) | list -%}
        {%- do names.append(name) -%}
    {%- endfor -%}
    {%- do return(names) -%}
{% endmacro %}


{#- The lines of the judge's row: a count where the policy asks, else NULL. -#}
{% macro _criteria_figure_lines(policy) %}
    {%- set names = dbt_crowd._asked_names(dbt_crowd.criteria(policy)[1:]) -%}
    {%- set lines = [] -%}
    {%- for name in dbt_crowd._criterion_names() -%}
        {%- for counted in ['classes', 'rows'] -%}
            {%- set figure = 'crowd_' ~ counted ~ '_failing_' ~ name -%}
            {%- do lines.append('criteria_figures.' ~ figure if name in names else 'cast(null as ' ~ dbt.type_bigint() ~ ') as ' ~ figure) -%}
        {%- endfor -%}
    {%- endfor -%}
    {%- do return(lines) -%}
{% endmacro %}
