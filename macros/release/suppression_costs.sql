{#-
    What each criterion costs: how many rows of the input no rung has a crowd for (`k`), and, of those that have one, how many
    stand in classes that fail one kind of criterion alone, or `several`. Together they are the suppressed rows.
-#}
{% macro suppression_costs(policy, input, hierarchies, figures) %}
    {%- set names = dbt_crowd._cost_names(policy) -%}
    {%- if not names -%}
        {%- do return({'k': figures.crowd_suppressed_rows | int}) -%}
    {%- endif -%}
    {%- set counted = dbt_crowd._counts(dbt_crowd._suppression_costs_query(policy, input, hierarchies, names)) -%}
    {%- set costs = {'k': figures.crowd_input_rows | int - counted.crowd_routed_rows | int} -%}
    {%- for name in names + (['several'] if names | length > 1 else []) -%}
        {%- do costs.update({name: counted['crowd_rows_by_' ~ name] | int}) -%}
    {%- endfor -%}
    {%- do return(costs) -%}
{% endmacro %}


{#- The kinds of criteria that are judged on published classes, each once. -#}
{% macro _cost_names(policy) %}
    {%- set names = [] -%}
    {%- for criterion in dbt_crowd.criteria(policy)[1:] if criterion.criterion not in names -%}
        {%- do names.append(criterion.criterion) -%}
    {%- endfor -%}
    {%- do return(names) -%}
{% endmacro %}


{% macro _suppression_costs_query(policy, input, hierarchies, names) %}
    {%- set bigint = dbt.type_bigint() -%}
    {%- set keys = dbt_crowd._published_keys(policy, policy.rungs) -%}
    {%- set asked = dbt_crowd.criteria(policy)[1:] -%}
    {%- set ctes = dbt_crowd._routed_ctes(policy, input, hierarchies, policy.rungs) + dbt_crowd._criteria_suppression_ctes(policy, policy.rungs)[:-1] -%}
    {%- set lines = [] -%}
    {%- set sums = ['count(*) as crowd_routed_rows'] -%}
    {%- set all = 'crowd_fails_' ~ names | join(' + crowd_fails_') -%}
    {%- for name in names -%}
        {%- set terms = [] -%}
        {%- for criterion in asked if criterion.criterion == name -%}
            {%- do terms.append('fails_' ~ criterion.number ~ '.crowd_found = 1') -%}
        {%- endfor -%}
        {%- do lines.append('case when ' ~ terms | join(' or ') ~ ' then 1 else 0 end as crowd_fails_' ~ name) -%}
        {%- do sums.append('cast(coalesce(sum(case when crowd_fails_' ~ name ~ ' = 1 and ' ~ all ~ ' = 1 then 1 else 0 end), 0) as ' ~ bigint ~ ') as crowd_rows_by_' ~ name) -%}
    {%- endfor -%}
    {%- do sums.append('cast(coalesce(sum(case when ' ~ all ~ ' > 1 then 1 else 0 end), 0) as ' ~ bigint ~ ') as crowd_rows_by_several') -%}
    {%- set failures -%}
failures as (
    select
        {{ lines | join(',\n        ') }}
    from routed
    {%- for criterion in asked %}
    left join fails_{{ criterion.number }}
        on {{ dbt_crowd._join_on('routed', 'fails_' ~ criterion.number, keys, '        ') }}
    {%- endfor %}
)
    {%- endset -%}
with {{ (ctes + [failures]) | join(',\n\n') }}

select
    {{ sums | join(',\n    ') }}
from failures
{%- endmacro %}
