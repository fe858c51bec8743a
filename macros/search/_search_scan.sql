{#- The one scan of the input: its distinct combinations of raw quasi-identifiers (persons, judged sensitive values), and how many rows each has. -#}
{% macro _search_scan(policy, place, input, hierarchies) %}
    {%- set combinations = dbt_crowd._search_table(place, 'combinations') -%}
    {%- do dbt_crowd._search_run('create table ' ~ combinations ~ ' as\n' ~ dbt_crowd._search_scan_query(policy, input, hierarchies)) -%}
    {%- set counts = dbt_crowd._counts(dbt_crowd._search_count_query(policy, combinations)) -%}
    {%- do return({
        'rows': counts.crowd_rows | int,
        'persons': counts.crowd_persons | int,
        'rows_without_person': counts.crowd_rows_without_person | int,
    }) -%}
{% endmacro %}


{% macro _search_scan_query(policy, input, hierarchies) %}
    {%- set names = dbt_crowd._quoted_names(policy.quasi_identifiers) -%}
    {%- set person = [dbt_crowd.person_expression(policy) ~ ' as crowd_person'] if policy.privacy_unit else [] -%}
    {%- set columns = dbt_crowd.sensitive_columns(policy) -%}
    {%- set keys = names + (['crowd_person'] if policy.privacy_unit else []) + dbt_crowd._search_sensitive_names(columns) -%}
    {%- set joins = dbt_crowd._sensitive_joins(policy, 'input_rows') | replace('\n', '\n    ') -%}
    {%- set source -%}
source as (
    select
        {{ (dbt_crowd.exact_columns(input, dbt_crowd._pluck(policy.quasi_identifiers, 'name')) + person + dbt_crowd._sensitive_lines(columns, whole=true)) | join(',\n        ') }}
    from {{ input }}{{ ' as input_rows\n    ' ~ joins if joins }}
)
    {%- endset -%}
    {%- set query -%}
with {{ (dbt_crowd._sensitive_hierarchy_ctes(policy, hierarchies) + [source]) | join(',\n\n') }}

select
    {{ keys | join(',\n    ') }},
    count(*) as crowd_rows
from source
group by
    {{ keys | join(',\n    ') }}
    {%- endset -%}
    {%- do return(query) -%}
{% endmacro %}


{% macro _search_count_query(policy, combinations) %}
    {%- set bigint = dbt.type_bigint() -%}
    {%- set persons = 'count(distinct crowd_person)' if policy.privacy_unit else 'cast(coalesce(sum(crowd_rows), 0) as ' ~ bigint ~ ')' -%}
    {%- set nobody = 'cast(coalesce(sum(case when crowd_person is null then crowd_rows end), 0) as ' ~ bigint ~ ')' if policy.privacy_unit else '0' -%}
    {%- set query -%}
select
    cast(coalesce(sum(crowd_rows), 0) as {{ bigint }}) as crowd_rows,
    {{ persons }} as crowd_persons,
    {{ nobody }} as crowd_rows_without_person
from {{ combinations }}
    {%- endset -%}
    {%- do return(query) -%}
{% endmacro %}
