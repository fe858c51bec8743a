{#- The input as the policy sees it: the person, each column's value and its labels at the levels that the rungs use. -#}
{% macro _input_ctes(policy, input, hierarchies) %}
    {%- set lines = [dbt_crowd.person_expression(policy) ~ ' as crowd_person'] if policy.privacy_unit else [] -%}
    {%- set unmapped = [] -%}
    {%- for column in policy.quasi_identifiers -%}
        {%- do lines.append(column.expressions[0] ~ ' as crowd_' ~ loop.index ~ '_value') -%}
        {%- do unmapped.append('case when crowd_' ~ loop.index ~ "_value = '*' then 1 else 0 end") -%}
    {%- endfor -%}
    {%- for label in dbt_crowd._ladder_labels(policy, policy.rungs) -%}
        {%- do lines.append(label.expression ~ ' as ' ~ label.alias) -%}
    {%- endfor -%}
    {%- set lines = lines + dbt_crowd._sensitive_lines(dbt_crowd.sensitive_columns(policy), whole=true) -%}
    {%- set labelled -%}
input_labels as (
    select
        {{ lines | join(',\n        ') }}
    {{ dbt_crowd._from_source(policy, hierarchies) }}
)
    {%- endset -%}
    {%- set figures -%}
input_figures as (
    select
        count(*) as crowd_input_rows,
        {{ 'count(distinct crowd_person)' if policy.privacy_unit else 'count(*)' }} as crowd_input_persons,
        {{ 'count(*) - count(crowd_person)' if policy.privacy_unit else '0' }} as crowd_rows_without_person,
        cast(coalesce(sum(
            {{ unmapped | join('\n            + ') }}
        ), 0) as {{ dbt.type_bigint() }}) as crowd_unmapped
    from input_labels
)
    {%- endset -%}
    {%- set ctes = [dbt_crowd._source_cte(policy, input)] + dbt_crowd.hierarchy_ctes(policy, hierarchies) + [labelled, figures] -%}
    {%- do return(ctes + (dbt_crowd._suppressed_persons_ctes() if policy.privacy_unit else [])) -%}
{% endmacro %}


{#- Persons with fewer rows in the release than in the input. -#}
{% macro _suppressed_persons_ctes() %}
    {%- set before -%}
persons_before as (
    select
        crowd_person,
        count(*) as crowd_rows
    from input_labels
    where crowd_person is not null
    group by crowd_person
)
    {%- endset -%}
    {%- set after -%}
persons_after as (
    select
        crowd_person,
        count(*) as crowd_rows
    from published
    where crowd_person is not null
    group by crowd_person
)
    {%- endset -%}
    {%- set suppressed -%}
suppression_figures as (
    select count(*) as crowd_suppressed_persons
    from persons_before
    left join persons_after
        on persons_before.crowd_person = persons_after.crowd_person
    where coalesce(persons_after.crowd_rows, 0) < persons_before.crowd_rows
)
    {%- endset -%}
    {%- do return([before, after, suppressed]) -%}
{% endmacro %}


{#-
    The input's figures as the log has them, for a published table whose input has moved on, and whether policy and content
    are still those that the log has: one row, of NULLs where nothing is logged, and NULL passes no gate.
-#}
{% macro _logged_ctes(policy, release, logged) %}
    {%- set content -%}
content as (
    select {{ dbt_crowd._fingerprint_sql(release, dbt_crowd.published_columns(policy)) }} as content_fingerprint
)
    {%- endset -%}
    {%- set figures -%}
input_figures as (
    select
        max(logged.crowd_input_rows) as crowd_input_rows,
        max(logged.crowd_input_persons) as crowd_input_persons,
        max(logged.crowd_rows_without_person) as crowd_rows_without_person,
        max(logged.crowd_unmapped) as crowd_unmapped,
        max(logged.crowd_suppressed_persons) as crowd_suppressed_persons,
        max(logged.crowd_loss) as crowd_loss,
        {%- if policy.get('population') %}
        max(logged.crowd_population_absent) as crowd_population_absent,
        {%- endif %}
        max(case when logged.policy_hash = '{{ policy.hash }}' then 0 else 1 end) as crowd_policy_changed,
        max(case when logged.content_fingerprint = content.content_fingerprint then 0 else 1 end) as crowd_content_changed
    from {{ logged }} as logged
    cross join content
)
    {%- endset -%}
    {%- do return([content, figures]) -%}
{% endmacro %}
