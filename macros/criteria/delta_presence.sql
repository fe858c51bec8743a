{#-
    delta-presence (Nergiz, Atzori and Clifton 2007): the share of the population of a class that is in the class lies within bounds,
    in whole numbers. A class of which the population knows nobody fails. A class of the population without a
    record in the input has a share of 0, which only the release as a whole can fail: see _absent_ctes.
-#}
{% macro delta_presence(criterion, grain) %}
    {%- set low = criterion.ratios[0] -%}
    {%- set high = criterion.ratios[1] -%}
    {%- set outside = [
        'sum(crowd_population) = 0',
        'sum(crowd_size) * ' ~ low[1] ~ ' < sum(crowd_population) * ' ~ low[0],
        'sum(crowd_size) * ' ~ high[1] ~ ' > sum(crowd_population) * ' ~ high[0],
    ] | join(' or ') -%}
    {%- set conditions = ['max(crowd_released) = 1 and (' ~ outside ~ ')'] -%}
    {%- if criterion.get('absent_fails') and low[0] > 0 -%}
        {%- do conditions.append('max(crowd_released) = 0') -%}
    {%- endif -%}
    {%- do return([dbt_crowd._fails_cte(criterion, grain, 'beside_population', conditions)]) -%}
{% endmacro %}
