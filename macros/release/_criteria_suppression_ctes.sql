{#-
    After routing: the published classes are judged, those of equal labels from several rungs as one, and the records of
    classes that fail are left out. What is sensitive never steers a record to a rung: that alone would tell of it.
-#}
{% macro _criteria_suppression_ctes(policy, hierarchies, rungs, population) %}
    {%- set criteria = dbt_crowd.criteria(policy) -%}
    {%- set keys = dbt_crowd._published_keys(policy, rungs) -%}
    {%- set persons = true if policy.privacy_unit else false -%}
    {%- set grain = {'from': 'routed', 'keys': keys, 'persons': persons, 'rows': 'count(*)', 'codes': false} -%}
    {%- set columns = (['crowd_person'] if persons else []) + dbt_crowd._quoted_names(dbt_crowd.published_columns(policy)) -%}
    {%- set released -%}
released as (
    select
        {{ dbt_crowd._qualified('routed', columns) | join(',\n        ') }}
    from routed
    {%- for criterion in criteria[1:] %}
    left join fails_{{ criterion.number }}
        on {{ dbt_crowd._join_on('routed', 'fails_' ~ criterion.number, keys, '        ') }}
    {%- endfor %}
    where
        {% for criterion in criteria[1:] %}{{ 'and ' if not loop.first }}fails_{{ criterion.number }}.crowd_found is null
        {% endfor %}
)
    {%- endset -%}
    {%- set overall = dbt_crowd.overall_ctes(dbt_crowd.sensitive_columns(policy), 'generalized', persons) -%}
    {%- if policy.get('population') -%}
        {%- set overall = overall + dbt_crowd.population_ctes(policy, population, hierarchies, rungs, 'routed') -%}
    {%- endif -%}
    {%- do return(overall + dbt_crowd.criteria_ctes(criteria, grain) + [released | replace('null\n        \n', 'null\n')]) -%}
{% endmacro %}


{#- The published columns that tell classes apart: all but those that are `*` at every rung. -#}
{% macro _published_keys(policy, rungs) %}
    {%- set keys = [] -%}
    {%- for column in policy.quasi_identifiers -%}
        {%- set position = loop.index0 -%}
        {%- set telling = [] -%}
        {%- for rung in rungs if not dbt_crowd._is_top_level(column, rung[position]) -%}
            {%- do telling.append(rung) -%}
        {%- endfor -%}
        {%- if telling -%}
            {%- do keys.append(dbt_crowd.quoted(column.name)) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- do return(keys) -%}
{% endmacro %}
