{#-
    Hierarchical distance: at every node the children with too much give to those with too little as far as
    they can, at a cost of the node's level over the height. Level by level, from the values up; the root is the last.
-#}
{% macro _hierarchical_distance_ctes(criterion, grain) %}
    {%- set height = criterion.nodes + 1 -%}
    {%- set state = namespace(ctes=[], before='class_shares_' ~ criterion.sensitive) -%}
    {%- for node in range(1, height) -%}
        {%- set name = 'nodes_' ~ criterion.number ~ '_' ~ node -%}
        {%- set state.ctes = state.ctes + [dbt_crowd._nodes_cte(criterion, grain, name, state.before, node, height)] -%}
        {%- set state.before = name -%}
    {%- endfor -%}
    {%- set moved = '(' ~ dbt_crowd._given('max(crowd_all)') ~ ' + ' ~ dbt_crowd._taken() ~ ') / 2' -%}
    {%- set distance = moved if height == 1 else 'sum(crowd_cost) + ' ~ moved -%}
    {%- set incomparable = dbt_crowd._incomparable() if height == 1 else 'max(crowd_incomparable) = 1' -%}
    {%- do return(state.ctes + [
        dbt_crowd._fails_cte(
            criterion, grain, state.before, [distance ~ ' > ' ~ dbt_crowd._limit(criterion.t), incomparable],
            dbt_crowd._least_beyond('(' ~ distance ~ ')', criterion.t)
        )
    ]) -%}
{% endmacro %}


{#- What is under a node, and what it cost to even it out below. -#}
{% macro _nodes_cte(criterion, grain, name, before, node, height) %}
    {%- set keys = grain['keys'] -%}
    {%- set label = 'crowd_node_' ~ node -%}
    {%- set whole = 'max(crowd_node_share_' ~ node ~ ')' -%}
    {%- set cost = 'least(' ~ dbt_crowd._given(whole) ~ ', ' ~ dbt_crowd._taken() ~ ') * ' ~ node ~ ' / ' ~ height -%}
    {%- set cte -%}
{{ name }} as (
    select
        {% for key in keys %}{{ key }},
        {% endfor %}{{ label }},
        {%- for above in range(node + 1, height) %}
        min(crowd_node_{{ above }}) as crowd_node_{{ above }},
        max(crowd_node_share_{{ above }}) as crowd_node_share_{{ above }},
        {%- endfor %}
        max(crowd_all) as crowd_all,
        sum(crowd_share) as crowd_share,
        {{ whole }} as crowd_overall,
        {{ 'case when ' ~ dbt_crowd._incomparable() ~ ' then 1 else 0 end' if node == 1 else 'max(crowd_incomparable)' }} as crowd_incomparable,
        {{ cost if node == 1 else 'sum(crowd_cost) + ' ~ cost }} as crowd_cost
    from {{ before }}
    group by {{ (keys + [label]) | join(', ') }}
)
    {%- endset -%}
    {%- do return(cte) -%}
{% endmacro %}


{#- What children lack, those included of which the class has nothing: they lack all that is under the node and not under the others. -#}
{% macro _given(whole) %}
    {%- do return('(' ~ whole ~ ' - sum(crowd_overall) + sum(greatest(crowd_overall - crowd_share, 0)))') -%}
{% endmacro %}


{#- What children have too much. -#}
{% macro _taken() %}
    {%- do return('sum(greatest(crowd_share - crowd_overall, 0))') -%}
{% endmacro %}
