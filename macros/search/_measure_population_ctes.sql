{#-
    `population_sizes`: how many of the population are in each class of each rung. Whoever has a label that the input lacks
    at a rung's level is in no class of it, and goes by a key of -1, which no class has.
-#}
{% macro _measure_population_ctes(plan, rungs) %}
    {%- set population = dbt_crowd._search_table(plan.table, 'population') -%}
    {%- set size = 'count(distinct crowd_person)' if plan.population.persons else dbt_crowd._bigint_sum('crowd_rows') -%}
    {%- set selects = [] -%}
    {%- for rung in rungs -%}
        {%- set keys = dbt_crowd._population_keys(plan, rung) -%}
        {%- set lines = [loop.index ~ ' as crowd_rung'] -%}
        {%- for key in keys -%}
            {%- do lines.append(key ~ ' as crowd_key_' ~ loop.index) -%}
        {%- endfor -%}
        {%- do lines.append(size ~ ' as crowd_population') -%}
        {%- set grouped = keys | reject('equalto', '0') | list -%}
        {%- do selects.append('select\n        ' ~ lines | join(',\n        ') ~ '\n    from ' ~ population ~ ('\n    group by ' ~ grouped | join(', ') if grouped else '')) -%}
    {%- endfor -%}
    {%- do return(['population_sizes as (\n    ' ~ selects | join('\n    union all\n    ') ~ '\n)']) -%}
{% endmacro %}


{#- As _measure_keys has them, of the population: a label that is the input's only one still keeps others out. -#}
{% macro _population_keys(plan, rung) %}
    {%- set keys = [] -%}
    {%- for codes in dbt_crowd._measure_key_parts(plan, rung, plan.population.codes) -%}
        {%- do keys.append('coalesce(' ~ codes | join(' + ') ~ ', -1)' if codes else '0') -%}
    {%- endfor -%}
    {%- do return(keys) -%}
{% endmacro %}


{#- `absences`: per rung, how many classes of the population have no record in the input. With a lower bound on presence they refuse the rung as a whole. -#}
{% macro _measure_absent_ctes(keys) %}
    {%- set list = (['crowd_rung'] + keys) | join(',\n        ') -%}
    {%- do return([
        'absent_classes as (\n    select\n        ' ~ list ~ '\n    from beside_population\n    group by\n        ' ~ list ~ '\n    having max(crowd_released) = 0\n)',
        'absences as (\n    select\n        crowd_rung,\n        count(*) as crowd_absent\n    from absent_classes\n    group by crowd_rung\n)',
    ]) -%}
{% endmacro %}
