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


{#-
    Per column, the sum of n log2 n over the labels among failing rows, n the rows with the label. A class's labels are
    read off its key. Rungs at which more than `within` fail are left out, where it is given: they fail the most rows.
-#}
{% macro _measure_entropy_ctes(plan, classes, fails, prefix, within) %}
    {%- set double = dbt_crowd.type_double() -%}
    {%- set numbers = [] -%}
    {%- set cases = [] -%}
    {%- set sums = ['crowd_rung'] -%}
    {%- for column in plan.columns -%}
        {%- do numbers.append('select ' ~ loop.index ~ ' as crowd_column') -%}
        {%- do cases.append('when ' ~ loop.index ~ ' then ' ~ dbt_crowd._code_of_key(plan, loop.index0, classes)) -%}
        {%- do sums.append(
            'sum(case when crowd_column = ' ~ loop.index ~ ' then crowd_rows * ln(crowd_rows) else 0 end) / ln(cast(2 as '
            ~ double ~ ')) as entropy_' ~ loop.index
        ) -%}
    {%- endfor -%}
    {%- set failing_codes -%}
{{ prefix }}failing_codes as (
    select
        {{ classes }}.crowd_rung,
        {{ prefix }}numbers.crowd_column,
        case {{ prefix }}numbers.crowd_column
            {{ cases | join('\n            ') }}
        end as crowd_code,
        {{ classes }}.crowd_rows
    from {{ classes }}
{%- if within is not none %}
    inner join figures
        on {{ classes }}.crowd_rung = figures.crowd_rung
{%- endif %}
    cross join {{ prefix }}numbers
    where ({{ fails }}){{ ' and figures.' ~ prefix ~ 'persons_failing <= ' ~ within if within is not none }}
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


{#- A column's code out of a class's key, which is the sum of all codes, each times the stride of its column. -#}
{% macro _code_of_key(plan, position, classes) %}
    {%- set column = plan.columns[position] -%}
    {%- set key = classes ~ '.crowd_key_' ~ (column.part + 1) -%}
    {%- set next = plan.columns[position + 1] if position + 1 < plan.columns | length else none -%}
    {%- set code = 'mod(' ~ key ~ ', ' ~ next.stride ~ ')' if next and next.part == column.part else key -%}
    {%- do return(code ~ (' - mod(' ~ key ~ ', ' ~ column.stride ~ ')' if column.stride != 1 else '')) -%}
{% endmacro %}


{#- The columns that tell the classes of a rung apart, where they are told. -#}
{% macro _measure_key_names(plan) %}
    {%- set names = [] -%}
    {%- for key in range((plan.columns | map(attribute='part') | max) + 1) -%}
        {%- do names.append('crowd_key_' ~ loop.index) -%}
    {%- endfor -%}
    {%- do return(names) -%}
{% endmacro %}
