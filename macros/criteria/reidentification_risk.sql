{#-
    Prosecutor risk: who knows that somebody is in the release finds the record with a chance of 1 in the size of its class.
    A class whose risk is above the highest fails, in whole numbers. Average risk and records at risk are of the release as a whole,
    see _risk_figures_cte.
-#}
{% macro reidentification_risk(criterion, grain) %}
    {%- set ratio = criterion.highest_ratio -%}
    {%- set size = 'count(distinct crowd_person)' if grain.persons else grain.rows -%}
    {%- do return([dbt_crowd._fails_cte(criterion, grain, grain.from, [ratio[1] ~ ' > ' ~ size ~ ' * ' ~ ratio[0]])]) -%}
{% endmacro %}


{#- `risk_figures` from classes with crowd_size: highest and average risk, and the share of records with a risk above the threshold. -#}
{% macro _risk_figures_cte(threshold, classes='classes') %}
    {%- set double = dbt_crowd.type_double() -%}
    {%- set at_risk = 'cast(null as ' ~ double ~ ')' -%}
    {%- if threshold is not none -%}
        {%- set ratio = dbt_crowd._decimal_ratio(threshold) -%}
        {%- set above = 'case when ' ~ ratio[1] ~ ' > crowd_size * ' ~ ratio[0] ~ ' then crowd_size else 0 end' -%}
        {%- set at_risk = 'coalesce(cast(sum(' ~ above ~ ') as ' ~ double ~ ') / nullif(sum(crowd_size), 0), 0)' -%}
    {%- endif -%}
    {%- set cte -%}
risk_figures as (
    select
        case when min(crowd_size) = 0 then 1 else coalesce(1 / nullif(cast(min(crowd_size) as {{ double }}), 0), 0) end as crowd_risk_highest,
        coalesce(cast(count(*) as {{ double }}) / nullif(sum(crowd_size), 0), 0) as crowd_risk_average,
        {{ at_risk }} as crowd_risk_at_risk
    from {{ classes }}
)
    {%- endset -%}
    {%- do return(cte) -%}
{% endmacro %}
