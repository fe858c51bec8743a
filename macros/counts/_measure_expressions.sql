{#- A measure of a published cell. -#}
{% macro _measure_expression(policy, measure) %}
    {%- if measure.kind in ['share', 'percent'] -%}
        {%- set part = policy.measures | selectattr('name', 'equalto', measure.part) | first -%}
        {%- set quotient = 'cast(' ~ dbt_crowd._measure_expression(policy, part) ~ ' as ' ~ dbt_crowd.type_double() ~ ') / nullif(' ~ dbt_crowd._total_expression(policy, part, measure.of) ~ ', 0)' -%}
        {%- do return(('100 * ' if measure.kind == 'percent' else '') ~ quotient) -%}
    {%- elif measure.kind == 'mean' -%}
        {%- set number = dbt_crowd.measured_columns(policy).index(measure.column) + 1 -%}
        {%- do return('cast(cells.crowd_value_' ~ number ~ ' as ' ~ dbt_crowd.type_double() ~ ') / nullif(cells.crowd_known_' ~ number ~ ', 0)') -%}
    {%- endif -%}
    {%- do return(dbt_crowd._part_of('cells', policy, measure)) -%}
{% endmacro %}


{#- A total of a measure that adds up, over the margin of these columns. -#}
{% macro _total_expression(policy, measure, by) %}
    {%- set state = namespace(name=none) -%}
    {%- for names in policy.total_by if names | sort == by | sort -%}
        {%- set state.name = 'margin_' ~ (policy.total_by.index(names) + 1) -%}
    {%- endfor -%}
    {%- do return(dbt_crowd._part_of(state.name ~ ('_persons' if measure.kind == 'persons' else ''), policy, measure)) -%}
{% endmacro %}


{#- What a count, persons or a sum is called in a CTE. -#}
{% macro _part_of(cte, policy, measure) %}
    {%- if measure.kind == 'sum' -%}
        {%- do return('cast(' ~ cte ~ '.crowd_value_' ~ (dbt_crowd.measured_columns(policy).index(measure.column) + 1) ~ ' as ' ~ dbt_crowd.type_double() ~ ')') -%}
    {%- endif -%}
    {%- do return(cte ~ ('.crowd_persons' if measure.kind == 'persons' else '.crowd_rows')) -%}
{% endmacro %}


{#- A whole number, to the nearest multiple where the policy rounds. -#}
{% macro _rounded_whole(policy, number) %}
    {%- set whole = 'cast(' ~ number ~ ' as ' ~ (dbt.type_bigint() | trim | lower) ~ ')' -%}
    {%- if not policy.get('round_to') -%}
        {%- do return(whole) -%}
    {%- endif -%}
    {%- do return(dbt_crowd.multiple_below('(' ~ whole ~ ' + ' ~ (policy.round_to // 2) ~ ')', policy.round_to)) -%}
{% endmacro %}


{% macro _rounded_sum(policy, number) %}
    {%- if not policy.get('round_to') -%}
        {%- do return(number) -%}
    {%- endif -%}
    {%- do return(policy.round_to ~ ' * floor(' ~ number ~ ' / ' ~ policy.round_to ~ '.0 + 0.5)') -%}
{% endmacro %}
