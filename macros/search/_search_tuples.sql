{#-
    The tuples table: per distinct combination of labels (and per person, where persons may stand in several; and per
    judged sensitive value, where something is asked of one) the codes of its labels, each times the stride of its column,
    so that a rung's class is a sum of codes; the rows it has; and rows times share where a level's share differs between
    labels. No value, no label. Returns the plan of the table, which search_measure needs.
-#}
{% macro _search_tuples(policy, place, scan, facts, population, hierarchies) %}
    {%- set layout = dbt_crowd._search_layout(facts) -%}
    {%- set plan = {
        'table': {'database': place.database, 'schema': place.schema, 'token': place.token},
        'unit': 'persons' if policy.privacy_unit else 'rows',
        'rows': scan.rows,
        'nulls': policy.nulls,
        'publishes_rung': policy.publish_rung,
        'columns': layout.columns,
        'sensitive': dbt_crowd._search_sensitive(policy, place),
        'population': dbt_crowd._search_population(policy, place, population, hierarchies, layout),
        'criteria': dbt_crowd._search_criteria(policy, 'rows'),
        'risk': dbt_crowd._search_risk(policy),
        'counts_parts': scan.rows_without_person == 0,
    } -%}
    {%- set tuples = dbt_crowd._search_table(place, 'tuples') -%}
    {%- if not policy.privacy_unit -%}
        {%- do dbt_crowd._number_tuples(plan, tuples, dbt_crowd._search_tuples_query(policy, place, scan, facts, layout), facts) -%}
        {%- do return(plan) -%}
    {%- endif -%}
    {%- set coded = dbt_crowd._search_table(place, 'coded') -%}
    {%- do dbt_crowd._search_run('create table ' ~ dbt_crowd._search_table(place, 'persons') ~ ' as\n' ~ dbt_crowd._search_persons_query(place)) -%}
    {%- do dbt_crowd._search_run('create table ' ~ coded ~ ' as\n' ~ dbt_crowd._search_tuples_query(policy, place, scan, facts, layout)) -%}
    {%- set places = dbt_crowd._counts(dbt_crowd._search_places_query(coded, facts, layout, plan.sensitive)).crowd_places | int -%}
    {%- if places > scan.persons -%}
        {%- do plan.update({'unit': 'spread persons', 'criteria': dbt_crowd._search_criteria(policy, 'spread persons'), 'counts_parts': false}) -%}
        {%- set query = 'select *\nfrom ' ~ coded -%}
    {%- elif dbt_crowd._looks_closer(plan) -%}
        {%- do plan.update({'unit': 'single persons'}) -%}
        {%- set query = 'select *\nfrom ' ~ coded -%}
    {%- else -%}
        {%- set query = dbt_crowd._search_gathered_query(coded, layout) -%}
    {%- endif -%}
    {%- do dbt_crowd._number_tuples(plan, tuples, query, facts) -%}
    {%- do return(plan) -%}
{% endmacro %}


{#-
    The table, with a number for each tuple, by which ladders find one again; the plan says how many there are. It is sorted,
    columns of few labels first: tuples of a class stand near one another then at most rungs, and are grouped sooner.
-#}
{% macro _number_tuples(plan, tuples, query, facts) %}
    {%- set sorted = [] -%}
    {%- for column in facts -%}
        {%- if plan.columns[loop.index0].codes[column.min_level] -%}
            {%- do sorted.append({'labels': column.distinct[column.min_level], 'code': dbt_crowd._search_name('code', loop.index0, column.min_level)}) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- set numbered -%}
with tuples as (
    {{ query | trim | replace('\n', '\n    ') }}
)

select
    {{ dbt_crowd.distinct_number() }} as crowd_tuple,
    tuples.*
from tuples
{%- if sorted %}
order by {{ sorted | sort(attribute='labels') | map(attribute='code') | join(', ') }}
{%- endif %}
    {%- endset -%}
    {%- do dbt_crowd._search_run('create table ' ~ tuples ~ ' as\n' ~ numbered) -%}
    {%- do plan.update({'tuples': dbt_crowd._counts('select count(*) as crowd_tuples from ' ~ tuples).crowd_tuples | int}) -%}
{% endmacro %}


{#-
    Which columns the tuples table has. Per quasi-identifier: `part`, the key column that its codes add up in (one of
    32 bits where the product of the numbers of labels fits, else of 64, else several); `stride`; `codes` and `shares`,
    which levels have a column; `constants`, the code of the one label of a level without; `null_codes`, the code that
    NULL has at a level.
-#}
{% macro _search_layout(facts) %}
    {%- set state = namespace(part=0, product=1, bits=32) -%}
    {%- set columns = [] -%}
    {%- for column in facts -%}
        {%- set labels = column.largest_codes[column.min_level:] | max + 1 -%}
        {%- if state.product * labels > 9223372036854775807 -%}
            {%- set state.part = state.part + 1 -%}
            {%- set state.product = 1 -%}
        {%- endif -%}
        {%- set layout = {'part': state.part, 'stride': state.product, 'codes': [], 'constants': [], 'shares': [], 'null_codes': []} -%}
        {%- for level in range(column.levels | length) -%}
            {%- set used = level >= column.min_level -%}
            {%- set differ = column.least_shares[level] != column.largest_shares[level] -%}
            {%- set null_code = column.null_codes[level] -%}
            {%- do layout.codes.append(used and column.distinct[level] > 1) -%}
            {%- do layout.constants.append(column.largest_codes[level] * state.product) -%}
            {%- do layout.shares.append(used and level <= column.max_level and differ) -%}
            {%- do layout.null_codes.append(none if null_code is none else null_code * state.product) -%}
        {%- endfor -%}
        {%- do layout.update({'same_shares': column.largest_shares}) -%}
        {%- do columns.append(layout) -%}
        {%- set state.product = state.product * labels -%}
        {%- if state.part > 0 or state.product > 2147483647 -%}
            {%- set state.bits = 64 -%}
        {%- endif -%}
    {%- endfor -%}
    {%- do return({'columns': columns, 'parts': state.part + 1, 'bits': state.bits}) -%}
{% endmacro %}


{#- In how many combinations of labels persons stand, all in all. -#}
{% macro _search_places_query(coded, facts, layout, sensitive) %}
    {%- if not sensitive -%}
        {%- do return('select count(crowd_person) as crowd_places from ' ~ coded) -%}
    {%- endif -%}
    {%- set names = ['crowd_person'] -%}
    {%- for column in facts -%}
        {%- if layout.columns[loop.index0].codes[column.min_level] -%}
            {%- do names.append(dbt_crowd._search_name('code', loop.index0, column.min_level)) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- do return('with places as (\n    select distinct\n        ' ~ names | join(',\n        ') ~ '\n    from ' ~ coded ~ '\n)\n\nselect count(crowd_person) as crowd_places\nfrom places') -%}
{% endmacro %}


{#- Persons as numbers. -#}
{% macro _search_persons_query(place) %}
    {%- set query -%}
with persons as (
    select distinct crowd_person
    from {{ dbt_crowd._search_table(place, 'combinations') }}
    where crowd_person is not null
)

select
    crowd_person,
    row_number() over (order by crowd_person) as crowd_number
from persons
    {%- endset -%}
    {%- do return(query) -%}
{% endmacro %}
