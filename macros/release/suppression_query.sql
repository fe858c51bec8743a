{#- The failing figures of a relation that lost more of its input than allowed; no row when it kept enough. -#}
{% macro suppression_query(relation, input, max_suppression, privacy_unit=none) %}
    {%- do dbt_crowd._require_whole_relation('stays_within_suppression', relation) -%}
    {%- set faults = [] -%}
    {%- if max_suppression is not number or max_suppression is boolean or max_suppression < 0 or max_suppression > 1 or dbt_crowd._decimal_ratio(max_suppression)[1] > 10 ** 9 -%}
        {%- do faults.append('max_suppression must be a number from 0 to 1 with at most 9 decimal places. Got: ' ~ max_suppression) -%}
    {%- endif -%}
    {%- set needed = [privacy_unit] if privacy_unit else [] -%}
    {%- do dbt_crowd._require_columns('stays_within_suppression', relation, needed, faults) -%}
    {%- do dbt_crowd._require_columns('stays_within_suppression', input, needed, faults) -%}
    {%- set ratio = dbt_crowd._decimal_ratio(max_suppression) -%}
with {{ dbt_crowd._suppression_ctes(relation, input, privacy_unit) }}

select
    crowd_input_persons,
    crowd_suppressed_persons
from suppression_figures
where crowd_suppressed_persons * {{ ratio[1] }} > crowd_input_persons * {{ ratio[0] }}
    or crowd_suppressed_persons < 0
{% endmacro %}


{#- What was there, what is there, and the difference: of rows, or of persons who have fewer rows than before. -#}
{% macro _suppression_ctes(relation, input, privacy_unit) %}
    {%- if not privacy_unit -%}
input_figures as (
    select count(*) as crowd_input_persons
    from {{ input }}
),

published_figures as (
    select count(*) as crowd_rows
    from {{ relation }}
),

suppression_figures as (
    select
        input_figures.crowd_input_persons,
        input_figures.crowd_input_persons - published_figures.crowd_rows as crowd_suppressed_persons
    from input_figures
    cross join published_figures
)
    {%- else -%}
    {%- set person = dbt_crowd.person_expression({'privacy_unit': privacy_unit}) -%}
persons_before as (
    select
        {{ person }} as crowd_person,
        count(*) as crowd_rows
    from {{ input }}
    group by {{ person }}
),

persons_after as (
    select
        {{ person }} as crowd_person,
        count(*) as crowd_rows
    from {{ relation }}
    group by {{ person }}
),

suppression_figures as (
    select
        count(*) as crowd_input_persons,
        coalesce(sum(case when coalesce(persons_after.crowd_rows, 0) < persons_before.crowd_rows then 1 else 0 end), 0) as crowd_suppressed_persons
    from persons_before
    left join persons_after
        on persons_before.crowd_person = persons_after.crowd_person
    where persons_before.crowd_person is not null
)
    {%- endif -%}
{% endmacro %}
