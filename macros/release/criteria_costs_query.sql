{#-
    What each criterion costs, one row of counts of input rows: crowd_cost_k, the rows that no rung serves; crowd_cost_<criterion>, the
    rows of classes that fail this one alone; crowd_cost_several, those of classes that fail more than one. Thin classes that go
    with the crowd they leant on count for k.
-#}
{% macro criteria_costs_query(policy, input, hierarchies, rungs, population=none) %}
    {%- set asked = dbt_crowd.criteria(policy)[1:] -%}
    {%- set names = dbt_crowd._asked_names(asked) -%}
    {%- set ctes = dbt_crowd._routed_ctes(policy, input, hierarchies, rungs) -%}
    {%- set flags = [] -%}
    {%- set count = [] -%}
    {%- for name in names -%}
        {%- set terms = [] -%}
        {%- for criterion in asked if criterion.criterion == name -%}
            {%- do terms.append('fails_' ~ criterion.number ~ '.crowd_found = 1') -%}
        {%- endfor -%}
        {%- do flags.append('case when ' ~ terms | join(' or ') ~ ' then 1 else 0 end as crowd_fails_' ~ name) -%}
        {%- do count.append('crowd_fails_' ~ name) -%}
    {%- endfor -%}
    {%- set bigint = dbt.type_bigint() -%}
    {%- set failed = count | join(' + ') or '0' -%}
    {%- set lines = [] -%}
    {%- for name in names -%}
        {%- do lines.append('cast(coalesce(sum(case when ' ~ failed ~ ' = 1 then crowd_fails_' ~ name ~ ' else 0 end), 0) as ' ~ bigint ~ ') as crowd_cost_' ~ name) -%}
    {%- endfor -%}
    {%- do lines.append('cast(coalesce(sum(case when ' ~ failed ~ ' > 1 then 1 else 0 end), 0) as ' ~ bigint ~ ') as crowd_cost_several') -%}
    {%- set routed = dbt_crowd._routed_name(policy) -%}
    {%- set ctes = ctes + (dbt_crowd._criteria_suppression_ctes(policy, hierarchies, rungs, population) if asked else []) + [
        'failures as (\n    select\n        ' ~ (flags or ['1 as crowd_row']) | join(',\n        ') ~ '\n    from ' ~ routed
            ~ ('\n    ' ~ dbt_crowd._joined_failures(asked, dbt_crowd._published_keys(policy, rungs)) if asked else '') ~ '\n)',
        'input_rows as (\n    select count(*) as crowd_rows\n    from source\n)',
        'released_rows as (\n    select count(*) as crowd_rows\n    from released\n)',
        'costs as (\n    select\n        ' ~ lines | join(',\n        ') ~ '\n    from failures\n)',
    ] -%}
with {{ ctes | join(',\n\n') }}

select
    input_rows.crowd_rows - released_rows.crowd_rows
    {%- for name in names + ['several'] %} - costs.crowd_cost_{{ name }}{% endfor %} as crowd_cost_k,
    {%- for name in names %}
    costs.crowd_cost_{{ name }},
    {%- endfor %}
    costs.crowd_cost_several
from costs
cross join input_rows
cross join released_rows
{% endmacro %}
