{#- k-map (Sweeney 2002): at least k of the population share the published quasi-identifiers of a class. -#}
{% macro k_map(criterion, grain) %}
    {%- set condition = 'max(crowd_released) = 1 and sum(crowd_population) < ' ~ criterion.k -%}
    {%- do return([dbt_crowd._fails_cte(criterion, grain, 'beside_population', [condition])]) -%}
{% endmacro %}


{#- `beside_population`: the classes, and those of the population, to be put together by their keys. -#}
{% macro _beside_population_cte(grain) %}
    {%- set keys = grain['keys'] -%}
    {%- set cte -%}
beside_population as (
    select
        {% for key in keys %}{{ key }},
        {% endfor %}{{ 'count(distinct crowd_person)' if grain.persons else grain.rows }} as crowd_size,
        0 as crowd_population,
        1 as crowd_released
    from {{ grain.from }}
    {%- if keys %}
    group by {{ keys | join(', ') }}
    {%- endif %}
    union all
    select
        {% for key in keys %}{{ key }},
        {% endfor %}0 as crowd_size,
        crowd_population,
        0 as crowd_released
    from population_sizes
)
    {%- endset -%}
    {%- do return(cte) -%}
{% endmacro %}
