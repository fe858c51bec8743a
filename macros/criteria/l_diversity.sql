{#-
    l-diversity (Machanavajjhala et al. 2007). A missing value is none: it adds no diversity, and shares are those among the
    records (persons) that have one. With persons, a value that all of them hold is known of each, whatever else
    they hold, and the class fails.
-#}
{% macro l_diversity(criterion, grain) %}
    {%- set values = 'class_values_' ~ criterion.sensitive -%}
    {%- set has_value = 'crowd_value is not null' ~ (' and crowd_size > 0' if grain.persons else '') -%}
    {%- set counted = 'case when ' ~ has_value ~ ' then 1 end' if grain.persons else 'crowd_value' -%}
    {%- set least = '0' -%}
    {%- set conditions = ['count(' ~ counted ~ ') < ' ~ criterion.l] -%}
    {%- if grain.persons -%}
        {%- do conditions.append('max(case when ' ~ has_value ~ ' then crowd_size else 0 end) >= max(crowd_valued_size)') -%}
    {%- endif -%}
    {%- if criterion.kind == 'recursive' -%}
        {%- do return(dbt_crowd._recursive_ctes(criterion, grain, values, has_value, conditions)) -%}
    {%- elif criterion.kind == 'entropy' -%}
        {%- set valued = 'sum(case when ' ~ has_value ~ ' then crowd_size else 0 end) / cast(sum(crowd_size) as ' ~ dbt_crowd.type_double() ~ ')' -%}
        {%- set least = '(1 - coalesce(' ~ dbt_crowd._entropy(grain, has_value) ~ ', 0) / ln(' ~ criterion.l ~ ')) * ' ~ valued -%}
        {%- do conditions.append(dbt_crowd._entropy(grain, has_value) ~ ' < ln(' ~ criterion.l ~ ') - ' ~ dbt_crowd._tolerance()) -%}
    {%- endif -%}
    {%- do return([dbt_crowd._fails_cte(criterion, grain, values, conditions, least)]) -%}
{% endmacro %}


{#- The sum of -q ln q with q = n / N, from the counts n: (sum of n times ln N, less the sum of n ln n) / N. -#}
{% macro _entropy(grain, has_value) %}
    {%- set double = dbt_crowd.type_double() -%}
    {%- set size = 'cast(crowd_size as ' ~ double ~ ')' -%}
    {%- set total = 'sum(case when ' ~ has_value ~ ' then ' ~ size ~ ' end)' -%}
    {%- set all = 'cast(max(crowd_valued_size) as ' ~ double ~ ')' if grain.persons else total -%}
    {%- do return(
        '(' ~ total ~ ' * ln(nullif(' ~ all ~ ', 0)) - sum(case when ' ~ has_value ~ ' then ' ~ size ~ ' * ln(' ~ size ~ ') end)) / nullif(' ~ all ~ ', 0)'
    ) -%}
{% endmacro %}


{#- Values by how frequent they are: the first must be rarer than c times all from the l-th on, in whole numbers. -#}
{% macro _recursive_ctes(criterion, grain, values, has_value, conditions) %}
    {%- set ranked = 'ranked_' ~ criterion.number -%}
    {%- set columns = grain['keys'] + ['crowd_value', 'crowd_size'] + (['crowd_valued_size'] if grain.persons else []) -%}
    {%- set ranked_cte -%}
{{ ranked }} as (
    select
        {{ columns | join(',\n        ') }},
        row_number() over (
            {% if grain['keys'] %}partition by {{ grain['keys'] | join(', ') }}
            {% endif %}order by case when {{ has_value }} then crowd_size else 0 end desc
        ) as crowd_rank
    from {{ values }}
)
    {%- endset -%}
    {%- set most = 'max(case when ' ~ has_value ~ ' then crowd_size else 0 end)' -%}
    {%- set rest = 'sum(case when ' ~ has_value ~ ' and crowd_rank >= ' ~ criterion.l ~ ' then crowd_size else 0 end)' -%}
    {%- set ratio = criterion.c_ratio -%}
    {%- do conditions.append(most ~ ' * ' ~ ratio[1] ~ ' >= ' ~ rest ~ ' * ' ~ ratio[0]) -%}
    {%- do return([ranked_cte, dbt_crowd._fails_cte(criterion, grain, ranked, conditions)]) -%}
{% endmacro %}
