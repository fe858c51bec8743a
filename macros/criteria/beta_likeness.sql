{#-
    beta-likeness (Cao and Karras 2012): for every value of a class, (q - p) / p is at most beta, q its share in the
    class and p in the whole input; enhanced, at most the lesser of beta and -ln p. A missing value is one of the values.
-#}
{% macro beta_likeness(criterion, grain) %}
    {%- set bound = criterion.beta -%}
    {%- if criterion.kind == 'enhanced' -%}
        {%- set bound = 'least(' ~ criterion.beta ~ ', case when crowd_overall > 0 then -ln(crowd_overall) else 0 end)' -%}
    {%- endif -%}
    {%- set gains = 'case when crowd_share - crowd_overall > crowd_overall * (' ~ bound ~ ' + ' ~ dbt_crowd._tolerance() ~ ') then 1 else 0 end' -%}
    {%- set most = 'crowd_overall * (1 + ' ~ bound ~ ')' -%}
    {%- set least = 'max(case when ' ~ most ~ ' < 1 then (crowd_share - ' ~ most ~ ') / (1 - ' ~ most ~ ') else 0 end)' -%}
    {%- do return([dbt_crowd._fails_cte(criterion, grain, 'class_shares_' ~ criterion.sensitive, ['max(' ~ gains ~ ') = 1', dbt_crowd._incomparable()], least)]) -%}
{% endmacro %}
