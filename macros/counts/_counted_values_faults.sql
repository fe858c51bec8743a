{#- What of the input cannot be counted: counts that are none, cells that stand there twice, values that are no numbers. How many, never which. -#}
{% macro _counted_values_faults(policy, input) %}
    {%- set faults = [] -%}
    {%- for name in dbt_crowd.measured_columns(policy) -%}
        {%- set figures = dbt_crowd._counts('select count(' ~ dbt_crowd.quoted(name) ~ ') - count(' ~ dbt_crowd.counted_number(name) ~ ') as crowd_bad from ' ~ input) -%}
        {%- if figures.crowd_bad -%}
            {%- do faults.append({'criterion': 'measures', 'words': name ~ ' is no number in ' ~ dbt_crowd._thousands(figures.crowd_bad) ~ ' rows'}) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- if policy.input == 'cells' -%}
        {%- set figures = dbt_crowd._counts(dbt_crowd._cell_faults_query(policy, input)) -%}
        {%- set words = {
            'crowd_missing': ' is missing, or no number, in ', 'crowd_negative': ' is negative in ', 'crowd_fractional': ' is not whole in ',
        } -%}
        {%- for name, phrase in words.items() if figures[name] -%}
            {%- do faults.append({'criterion': 'count', 'words': policy.count ~ phrase ~ dbt_crowd._thousands(figures[name]) ~ ' rows; a count is whole and not negative'}) -%}
        {%- endfor -%}
        {%- if figures.crowd_duplicates -%}
            {%- do faults.append({'criterion': 'count', 'words': dbt_crowd._thousands(figures.crowd_duplicates) ~ ' rows repeat the cell of another; with input: cells each cell is one row'}) -%}
        {%- endif -%}
    {%- endif -%}
    {%- do return(faults) -%}
{% endmacro %}


{#- One row: how many rows of an input of cells have a count that is none, and how many repeat a cell. -#}
{% macro _cell_faults_query(policy, input) %}
    {%- set keys = [] -%}
    {%- for name in dbt_crowd.cell_columns(policy) -%}
        {%- do keys.append(dbt_crowd.normalised_text(dbt_crowd.quoted(name)) ~ ' as crowd_label_' ~ loop.index) -%}
    {%- endfor -%}
    {%- set labels = [] -%}
    {%- for key in keys -%}
        {%- do labels.append('crowd_label_' ~ loop.index) -%}
    {%- endfor -%}
with counted as (
    select
        {{ keys | join(',\n        ') }},
        {{ dbt_crowd.counted_number(policy.count) }} as crowd_count
    from {{ input }}
),

grouped as (
    select
        count(*) as crowd_rows,
        sum(case when crowd_count is null then 1 else 0 end) as crowd_missing,
        sum(case when crowd_count < 0 then 1 else 0 end) as crowd_negative,
        sum(case when crowd_count != floor(crowd_count) then 1 else 0 end) as crowd_fractional
    from counted
    group by
        {{ labels | join(',\n        ') }}
)

select
    coalesce(sum(crowd_missing), 0) as crowd_missing,
    coalesce(sum(crowd_negative), 0) as crowd_negative,
    coalesce(sum(crowd_fractional), 0) as crowd_fractional,
    coalesce(sum(crowd_rows), 0) - count(*) as crowd_duplicates
from grouped
{% endmacro %}
