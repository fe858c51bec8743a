{#-
    After routing: the published classes are judged, those of equal labels from several rungs as one, and the records of
    classes that fail are left out. What is sensitive never steers a record to a rung: that alone would tell of it.
-#}
{% macro _criteria_suppression_ctes(policy, hierarchies, rungs, population) %}
    {%- set columns = (['crowd_person'] if policy.privacy_unit else []) + dbt_crowd._quoted_names(dbt_crowd.published_columns(policy)) -%}
    {%- set passes = [] -%}
    {%- for criterion in dbt_crowd.criteria(policy)[1:] -%}
        {%- do passes.append('fails_' ~ criterion.number ~ '.crowd_found is null') -%}
    {%- endfor -%}
    {%- set released -%}
released as (
    select
        {{ dbt_crowd._qualified('routed', columns) | join(',\n        ') }}
    from routed
    {{ dbt_crowd._joined_failures(policy, rungs) }}
    where
        {{ passes | join('\n        and ') }}
)
    {%- endset -%}
    {%- do return(dbt_crowd._routed_criteria_ctes(policy, hierarchies, rungs, population) + [released]) -%}
{% endmacro %}


{#- The criteria of a policy, judged on the routed records. -#}
{% macro _routed_criteria_ctes(policy, hierarchies, rungs, population) %}
    {%- set persons = true if policy.privacy_unit else false -%}
    {%- set grain = {'from': 'routed', 'keys': dbt_crowd._published_keys(policy, rungs), 'persons': persons, 'rows': 'count(*)', 'codes': false} -%}
    {%- set ctes = dbt_crowd.overall_ctes(dbt_crowd.sensitive_columns(policy), 'generalized', persons) -%}
    {%- if policy.get('population') -%}
        {%- set ctes = ctes + dbt_crowd.population_ctes(policy, population, hierarchies, rungs, 'routed') -%}
    {%- endif -%}
    {%- do return(ctes + dbt_crowd.criteria_ctes(dbt_crowd.criteria(policy), grain)) -%}
{% endmacro %}


{#- The joins that bring the failing classes of every criterion to the routed records. -#}
{% macro _joined_failures(policy, rungs) %}
    {%- set keys = dbt_crowd._published_keys(policy, rungs) -%}
    {%- set joins = [] -%}
    {%- for criterion in dbt_crowd.criteria(policy)[1:] -%}
        {%- set fails = 'fails_' ~ criterion.number -%}
        {%- do joins.append('left join ' ~ fails ~ '\n        on ' ~ dbt_crowd._join_on('routed', fails, keys, '        ')) -%}
    {%- endfor -%}
    {%- do return(joins | join('\n    ')) -%}
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
