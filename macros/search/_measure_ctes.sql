{#- Persons in several classes do not add up: those who lose a row at each rung are counted on the tuples. -#}
{% macro _measure_persons_ctes(tuples, plan, rungs, classes, fails, prefix) %}
    {%- set failing = prefix ~ 'failing' -%}
    {%- set keys = dbt_crowd._measure_key_names(plan) -%}
    {%- set selects = [] -%}
    {%- for rung in rungs -%}
        {%- set terms = [failing ~ '.crowd_rung = ' ~ loop.index] -%}
        {%- for key in dbt_crowd._measure_keys(plan, rung) -%}
            {%- do terms.append(failing ~ '.crowd_key_' ~ loop.index ~ ' = ' ~ key) -%}
        {%- endfor -%}
        {%- do selects.append(
            'select\n        ' ~ loop.index ~ ' as crowd_rung,\n        count(distinct tuples.crowd_person) as crowd_persons\n    from '
            ~ tuples ~ ' as tuples\n    inner join ' ~ failing ~ '\n        on ' ~ terms | join('\n        and ')
        ) -%}
    {%- endfor -%}
    {%- do return([
        failing ~ ' as (\n    select\n        crowd_rung,\n        ' ~ keys | join(',\n        ') ~ '\n    from ' ~ classes ~ '\n    where ' ~ fails ~ '\n)',
        prefix ~ 'persons_lost as (\n    ' ~ selects | join('\n    union all\n    ') ~ '\n)',
    ]) -%}
{% endmacro %}


{#- Per column, the sum of n log2 n over the labels among failing rows, n the rows with the label. -#}
{% macro _measure_entropy_ctes(plan, classes, fails, prefix) %}
    {%- set double = dbt_crowd.type_double() -%}
    {%- set numbers = [] -%}
    {%- set cases = [] -%}
    {%- set sums = ['crowd_rung'] -%}
    {%- for column in plan.columns -%}
        {%- do numbers.append('select ' ~ loop.index ~ ' as crowd_column') -%}
        {%- do cases.append('when ' ~ loop.index ~ ' then crowd_code_' ~ loop.index) -%}
        {%- do sums.append(
            'sum(case when crowd_column = ' ~ loop.index ~ ' then crowd_rows * ln(crowd_rows) else 0 end) / ln(cast(2 as '
            ~ double ~ ')) as entropy_' ~ loop.index
        ) -%}
    {%- endfor -%}
    {%- set failing_codes -%}
{{ prefix }}failing_codes as (
    select
        crowd_rung,
        crowd_column,
        case crowd_column {{ cases | join(' ') }} end as crowd_code,
        crowd_rows
    from {{ classes }}
    cross join {{ prefix }}numbers
    where {{ fails }}
)
    {%- endset -%}
    {%- set failing_labels -%}
{{ prefix }}failing_labels as (
    select
        crowd_rung,
        crowd_column,
        cast(sum(crowd_rows) as {{ double }}) as crowd_rows
    from {{ prefix }}failing_codes
    group by
        crowd_rung,
        crowd_column,
        crowd_code
)
    {%- endset -%}
    {%- do return([
        prefix ~ 'numbers as (\n    ' ~ numbers | join('\n    union all\n    ') ~ '\n)',
        failing_codes,
        failing_labels,
        prefix ~ 'entropies as (\n    select\n        ' ~ sums | join(',\n        ') ~ '\n    from ' ~ prefix ~ 'failing_labels\n    group by crowd_rung\n)',
    ]) -%}
{% endmacro %}


{#- The columns that tell the classes of a rung apart, where they are told. -#}
{% macro _measure_key_names(plan) %}
    {%- set names = [] -%}
    {%- for key in range((plan.columns | map(attribute='part') | max) + 1) -%}
        {%- do names.append('crowd_key_' ~ loop.index) -%}
    {%- endfor -%}
    {%- do return(names) -%}
{% endmacro %}
