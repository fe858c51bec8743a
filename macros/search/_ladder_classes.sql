{#-
    What the rungs of every ladder serve, with the ladder as crowd_rung and the rung's place as crowd_rung_place: `served`, of
    classes where they add up, else `members`, of the tuples in them, with person and sensitive values.
-#}
{% macro _ladder_served_ctes(plan, tree, keys, beside) %}
    {%- set served = [] -%}
    {%- for nodes in tree.places -%}
        {%- set routed = 'routed_' ~ loop.index -%}
        {%- if beside -%}
            {%- do served.append('select ' ~ routed ~ '.*\n    from ' ~ routed ~ '\n    inner join crowds_' ~ loop.index ~ '\n        on ' ~ dbt_crowd._ladder_on_class(loop.index, keys)) -%}
        {%- else -%}
            {%- do served.append('select *\n    from crowds_' ~ loop.index) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- set lines = ['paths.crowd_rung', 'paths.crowd_rung_place'] -%}
    {%- for name in keys + (beside or ['crowd_size']) + ['crowd_rows'] -%}
        {%- do lines.append('released.' ~ name) -%}
    {%- endfor -%}
    {%- for column in plan.columns -%}
        {%- do lines.append('released.crowd_lost_' ~ loop.index) -%}
    {%- endfor -%}
    {%- do return([
        'released as (\n    ' ~ served | join('\n    union all\n    ') ~ '\n)',
        ('members' if beside else 'served') ~ ' as (\n    select\n        ' ~ lines | join(',\n        ')
        ~ '\n    from paths\n    inner join released\n        on paths.crowd_node = released.crowd_node\n)',
    ]) -%}
{% endmacro %}


{#- The published classes; those of equal labels from several rungs are one, where the rung is not published. -#}
{% macro _ladder_classes_cte(plan, keys, beside, places) %}
    {%- set lines = ['crowd_rung'] + keys -%}
    {%- set size = 'count(distinct crowd_person)' if 'crowd_person' in beside else dbt_crowd._bigint_sum('crowd_rows' if beside else 'crowd_size') -%}
    {%- do lines.extend([size ~ ' as crowd_size', dbt_crowd._bigint_sum('crowd_rows') ~ ' as crowd_rows']) -%}
    {%- for column in plan.columns -%}
        {%- do lines.append(dbt_crowd._bigint_sum('crowd_lost_' ~ loop.index) ~ ' as crowd_lost_' ~ loop.index) -%}
    {%- endfor -%}
    {%- for place in range(1, places + 1) -%}
        {%- do lines.append(dbt_crowd._sum_where('crowd_rung_place = ' ~ place, 'crowd_rows') ~ ' as crowd_served_' ~ place) -%}
    {%- endfor -%}
    {%- do return(
        'classes as (\n    select\n        ' ~ lines | join(',\n        ') ~ '\n    from ' ~ ('members' if beside else 'served')
        ~ '\n    group by\n        ' ~ (['crowd_rung'] + keys) | join(',\n        ') ~ '\n)'
    ) -%}
{% endmacro %}
