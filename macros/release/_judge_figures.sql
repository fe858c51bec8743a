{#- The figures put together, in the order of the judge's row. -#}
{% macro _figures_ctes(policy, undeclared, from_log=false, compared=false) %}
    {%- set ratio = policy.max_suppression_ratio -%}
    {%- set rows_gone = 'input_figures.crowd_input_rows - class_figures.crowd_rows' -%}
    {%- if from_log -%}
        {%- set persons_gone = 'input_figures.crowd_suppressed_persons' if policy.privacy_unit else rows_gone -%}
        {%- set loss = 'input_figures.crowd_loss' -%}
        {%- set sources = ['person_figures', 'input_figures'] -%}
    {%- else -%}
        {%- set persons_gone = 'suppression_figures.crowd_suppressed_persons' if policy.privacy_unit else rows_gone -%}
        {%- set loss = 'loss_figures.crowd_loss' -%}
        {%- set sources = ['person_figures', 'input_figures', 'loss_figures'] + (['suppression_figures'] if policy.privacy_unit else []) -%}
    {%- endif -%}
    {%- set sources = sources + ['risk_figures'] + (['comparison_figures'] if compared else []) + (['criteria_figures'] if dbt_crowd.criteria(policy) | length > 1 else []) -%}
    {%- set absent = 'cast(null as ' ~ dbt.type_bigint() ~ ') as crowd_population_absent' -%}
    {%- if policy.get('population') -%}
        {%- set absent = ('input' if from_log else 'absent') ~ '_figures.crowd_population_absent' -%}
        {%- set sources = sources + ([] if from_log else ['absent_figures']) -%}
    {%- endif -%}
    {%- set allowed = 'input_figures.crowd_input_persons * ' ~ ratio[0] -%}
figures as (
    select
        class_figures.crowd_rows,
        person_figures.crowd_persons,
        class_figures.crowd_classes,
        class_figures.crowd_smallest_class,
        class_figures.crowd_classes_below_k,
        class_figures.crowd_rows_below_k,
        class_figures.crowd_smallest_by_wildcard,
        {{ dbt_crowd._criteria_figure_lines(policy) | join(',\n        ') }},
        {{ absent }},
        risk_figures.crowd_risk_highest,
        risk_figures.crowd_risk_average,
        risk_figures.crowd_risk_at_risk,
        input_figures.crowd_input_rows,
        input_figures.crowd_input_persons,
        input_figures.crowd_rows_without_person,
        {{ rows_gone }} as crowd_suppressed_rows,
        {{ persons_gone }} as crowd_suppressed_persons,
        case
            when input_figures.crowd_input_persons = 0 then 0
            else cast({{ persons_gone }} as {{ dbt_crowd.type_double() }}) / input_figures.crowd_input_persons
        end as crowd_suppression_rate,
        cast(({{ allowed }} - mod({{ allowed }}, {{ ratio[1] }})) / {{ ratio[1] }} as {{ dbt.type_bigint() }}) as crowd_suppression_budget,
        input_figures.crowd_unmapped,
        {{ undeclared }} as crowd_undeclared_columns,
        {{ 'comparison_figures.crowd_rows_unlike_private' if compared else '0' }} as crowd_rows_unlike_private,
        {{ 'input_figures.crowd_policy_changed' if from_log else '0 as crowd_policy_changed' }},
        {{ 'input_figures.crowd_content_changed' if from_log else '0 as crowd_content_changed' }},
        {{ loss }} as crowd_loss
    from class_figures
    {%- for source in sources %}
    cross join {{ source }}
    {%- endfor %}
)
{%- endmacro %}
