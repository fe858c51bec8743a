{#-
    t-closeness (Li, Li and Venkatasubramanian 2007): the distribution of a class is at most t from that of the whole
    input. A missing value is one category of it. Values that a class does not have need no row of their own: what
    they add is known from the whole.
-#}
{% macro t_closeness(criterion, grain) %}
    {%- if criterion.distance == 'ordered' -%}
        {%- do return(dbt_crowd._ordered_distance_ctes(criterion, grain)) -%}
    {%- elif criterion.distance == 'hierarchical' -%}
        {%- do return(dbt_crowd._hierarchical_distance_ctes(criterion, grain)) -%}
    {%- endif -%}
    {%- set distance = '(sum(abs(crowd_share - crowd_overall) - crowd_overall) + max(crowd_all)) / 2' -%}
    {%- set conditions = [distance ~ ' > ' ~ dbt_crowd._limit(criterion.t), dbt_crowd._incomparable()] -%}
    {%- do return([dbt_crowd._fails_cte(criterion, grain, 'class_shares_' ~ criterion.sensitive, conditions, dbt_crowd._least_beyond(distance, criterion.t))]) -%}
{% endmacro %}


{#- The least share of a class at this distance that must fail wherever it goes, see _fails_cte. -#}
{% macro _least_beyond(distance, limit) %}
    {%- do return('0' if limit >= 1 else '(' ~ distance ~ ' - ' ~ limit ~ ') / (1 - ' ~ limit ~ ')') -%}
{% endmacro %}


{% macro _limit(number) %}
    {%- do return(number ~ ' + ' ~ dbt_crowd._tolerance()) -%}
{% endmacro %}


{#-
    Values stand in an order; 1 / (d - 1) times the sum, over all d places, of the running difference between class and whole.
    Between two values of a class its own running share stays, so a step reaches from a value to the next one.
-#}
{% macro _ordered_distance_ctes(criterion, grain) %}
    {%- set keys = grain['keys'] -%}
    {%- set steps = 'steps_' ~ criterion.number -%}
    {%- set overall = 'overall_' ~ criterion.sensitive -%}
    {%- set window = '(' ~ (dbt_crowd._partition_by(keys) ~ ' order by crowd_place') | trim -%}
    {%- set steps_cte -%}
{{ steps }} as (
    select
        {% for key in keys %}{{ key }},
        {% endfor %}crowd_place,
        crowd_values,
        crowd_share * crowd_overall as crowd_known,
        sum(crowd_share) over {{ window }} rows unbounded preceding) as crowd_running,
        case when row_number() over {{ window }}) = 1 then 1 else crowd_place end as crowd_from,
        coalesce(lead(crowd_place) over {{ window }}), crowd_values + 1) as crowd_until
    from class_shares_{{ criterion.sensitive }}
)
    {%- endset -%}
    {%- set distances = 'distances_' ~ criterion.number -%}
    {%- set difference -%}
case when {{ overall }}.crowd_place >= {{ steps }}.crowd_place then {{ steps }}.crowd_running else 0 end - {{ overall }}.crowd_running
    {%- endset -%}
    {%- set distances_cte -%}
{{ distances }} as (
    select
        {% for key in dbt_crowd._qualified(steps, keys) %}{{ key }},
        {% endfor %}{{ steps }}.crowd_known,
        {{ steps }}.crowd_values,
        {{ overall }}.crowd_place,
        {{ overall }}.crowd_unplaced,
        abs({{ difference }}) as crowd_difference
    from {{ steps }}
    left join {{ overall }}
        on {{ steps }}.crowd_from <= {{ overall }}.crowd_place
        and {{ steps }}.crowd_until > {{ overall }}.crowd_place
)
    {%- endset -%}
    {%- set distance = 'sum(crowd_difference) / greatest(max(crowd_values) - 1, 1)' -%}
    {%- do return([steps_cte, distances_cte, dbt_crowd._fails_cte(criterion, grain, distances, [
        distance ~ ' > ' ~ dbt_crowd._limit(criterion.t),
        'count(crowd_known) < count(*)',
        'count(crowd_place) < count(*)',
        'max(crowd_unplaced) > 0',
    ], dbt_crowd._least_beyond(distance, criterion.t))]) -%}
{% endmacro %}
