{#-
    (alpha, k)-anonymity (Wong et al. 2006), the part of alpha: no value makes up more than alpha of a class, in whole
    numbers. A missing value is none, but who has none is part of the class. A class without a person fails.
-#}
{% macro alpha_k_anonymity(criterion, grain) %}
    {%- set ratio = criterion.alpha_ratio -%}
    {%- set conditions = [
        'max(case when crowd_value is not null then crowd_size else 0 end) * ' ~ ratio[1] ~ ' > max(crowd_class_size) * ' ~ ratio[0],
    ] -%}
    {%- if grain.persons -%}
        {%- do conditions.append('max(crowd_class_size) = 0') -%}
    {%- endif -%}
    {%- set share = 'max(case when crowd_value is not null then crowd_size else 0 end) / cast(max(crowd_class_size) as ' ~ dbt_crowd.type_double() ~ ')' -%}
    {%- do return([dbt_crowd._fails_cte(criterion, grain, 'class_values_' ~ criterion.sensitive, conditions, dbt_crowd._least_beyond(share, criterion.alpha))]) -%}
{% endmacro %}
