{#-
    The population as codes: per combination of labels (and person, where its persons are counted) the code that each
    label has in the input, NULL for a label that the input does not have at that level. The table stays for the search;
    it holds no value. Returns what the plan says of it, none where the policy asks nothing of a population.
-#}
{% macro _search_population(policy, place, population, hierarchies, layout) %}
    {%- if not policy.get('population') -%}
        {%- do return(none) -%}
    {%- endif -%}
    {%- set query = dbt_crowd._search_population_query(policy, place, population, hierarchies, layout) -%}
    {%- do dbt_crowd._search_run('create table ' ~ dbt_crowd._search_table(place, 'population') ~ ' as\n' ~ query) -%}
    {%- set codes = [] -%}
    {%- for column in policy.quasi_identifiers -%}
        {%- set told = [] -%}
        {%- for level in range(column.levels | length) -%}
            {%- do told.append(dbt_crowd._has_population_code(column, level)) -%}
        {%- endfor -%}
        {%- do codes.append(told) -%}
    {%- endfor -%}
    {%- do return({'persons': true if policy.population.get('privacy_unit') else false, 'codes': codes}) -%}
{% endmacro %}


{#- Whether labels of a level are told apart: even where the input has one alone, the population may have others. -#}
{% macro _has_population_code(column, level) %}
    {%- do return(level >= column.min_level and not dbt_crowd._is_top_level(column, level)) -%}
{% endmacro %}


{% macro _search_population_query(policy, place, population, hierarchies, layout) %}
    {%- set persons = true if policy.population.get('privacy_unit') else false -%}
    {%- set labels = dbt_crowd._ladder_labels(policy, dbt_crowd._search_levels(policy)) -%}
    {%- set grain = dbt_crowd._pluck(labels, 'alias') + (['crowd_person'] if persons else []) -%}
    {%- set ctes = dbt_crowd.hierarchy_ctes(policy, hierarchies) + dbt_crowd._population_tuples_ctes(policy, population, hierarchies, labels, grain) -%}
    {%- set person = 'case when population_tuples.crowd_person is not null then dense_rank() over (order by population_tuples.crowd_person) end as crowd_person' -%}
    {%- set lines = [person if persons else 'population_tuples.crowd_rows'] -%}
    {%- set joins = [] -%}
    {%- for column in policy.quasi_identifiers -%}
        {%- set position = loop.index0 -%}
        {%- for level in range(column.levels | length) if dbt_crowd._has_population_code(column, level) -%}
            {%- set code = dbt_crowd._search_name('code', position, level) -%}
            {%- set stride = layout.columns[position].stride -%}
            {%- set value = 'crowd_code_' ~ level ~ (' * ' ~ stride if stride != 1 else '') if layout.columns[position].codes[level] else '0' -%}
            {%- do ctes.append(
                code ~ ' as (\n    select distinct\n        crowd_label_' ~ level ~ ' as crowd_label,\n        '
                ~ value ~ ' as crowd_code\n    from ' ~ dbt_crowd._search_table(place, 'labels_' ~ (position + 1)) ~ '\n)'
            ) -%}
            {%- do lines.append(code ~ '.crowd_code as ' ~ code) -%}
            {%- set label = 'population_tuples.' ~ dbt_crowd._label_alias(position, level, column.levels[level]) -%}
            {%- do joins.append('left join ' ~ code ~ '\n    on ' ~ dbt_crowd.is_same(label, code ~ '.crowd_label')) -%}
        {%- endfor -%}
    {%- endfor -%}
    {%- set query -%}
with {{ ctes | join(',\n\n') }}

select
    {{ lines | join(',\n    ') }}
from population_tuples
{{ joins | join('\n') }}
    {%- endset -%}
    {%- do return(query) -%}
{% endmacro %}


{#- Rungs that have every level that a search may use: the finest of all columns, then one level coarser, and so on. -#}
{% macro _search_levels(policy) %}
    {%- set heights = [] -%}
    {%- for column in policy.quasi_identifiers -%}
        {%- do heights.append(column.levels | length - column.min_level) -%}
    {%- endfor -%}
    {%- set rungs = [] -%}
    {%- for step in range(heights | max) -%}
        {%- set rung = [] -%}
        {%- for column in policy.quasi_identifiers -%}
            {%- do rung.append([column.min_level + step, column.levels | length - 1] | min) -%}
        {%- endfor -%}
        {%- do rungs.append(rung) -%}
    {%- endfor -%}
    {%- do return(rungs) -%}
{% endmacro %}
