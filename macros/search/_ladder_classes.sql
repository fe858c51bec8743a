{#-
    What the rungs of every ladder serve, with the ladder as crowd_rung and the rung's place as crowd_place: `served`, of
    classes where they add up, else `members`, of the tuples in them, with person and sensitive values.
-#}
{% macro _ladder_served_cte(tree, beside) %}
    {%- set selects = [] -%}
    {%- for path in tree.paths -%}
        {%- set ladder = loop.index -%}
        {%- for step in path -%}
            {%- set crowds = 'crowds_' ~ step.number -%}
            {%- set source = step.before if beside else crowds -%}
            {%- set lines = [ladder ~ ' as crowd_rung', loop.index ~ ' as crowd_place'] -%}
            {%- for constant in step.published -%}
                {%- do lines.append(crowds ~ '.crowd_key_' ~ loop.index ~ (' + ' ~ constant if constant else '') ~ ' as crowd_key_' ~ loop.index) -%}
            {%- endfor -%}
            {%- for name in beside or ['crowd_size'] -%}
                {%- do lines.append(source ~ '.' ~ name) -%}
            {%- endfor -%}
            {%- do lines.append(source ~ '.crowd_rows') -%}
            {%- for column in step.columns -%}
                {%- set name = 'crowd_lost_' ~ column.number -%}
                {%- set lost = (column.share if beside else name) if column.share else 'crowd_rows * ' ~ column.same_share -%}
                {%- do lines.append(source ~ '.' ~ lost ~ ' as ' ~ name) -%}
            {%- endfor -%}
            {%- set join = '\n    inner join ' ~ crowds ~ '\n        on ' ~ step.on_class if beside else '' -%}
            {%- do selects.append('select\n        ' ~ lines | join(',\n        ') ~ '\n    from ' ~ source ~ join) -%}
        {%- endfor -%}
    {%- endfor -%}
    {%- do return(('members' if beside else 'served') ~ ' as (\n    ' ~ selects | join('\n    union all\n    ') ~ '\n)') -%}
{% endmacro %}


{#- The published classes, those of equal labels from several rungs as one. -#}
{% macro _ladder_classes_cte(plan, keys, beside, places) %}
    {%- set lines = ['crowd_rung'] + keys -%}
    {%- set size = 'count(distinct crowd_person)' if 'crowd_person' in beside else dbt_crowd._bigint_sum('crowd_rows' if beside else 'crowd_size') -%}
    {%- do lines.extend([size ~ ' as crowd_size', dbt_crowd._bigint_sum('crowd_rows') ~ ' as crowd_rows']) -%}
    {%- for column in plan.columns -%}
        {%- do lines.append(dbt_crowd._bigint_sum('crowd_lost_' ~ loop.index) ~ ' as crowd_lost_' ~ loop.index) -%}
    {%- endfor -%}
    {%- for place in range(1, places + 1) -%}
        {%- do lines.append(dbt_crowd._sum_where('crowd_place = ' ~ place, 'crowd_rows') ~ ' as crowd_served_' ~ place) -%}
    {%- endfor -%}
    {%- do return(
        'classes as (\n    select\n        ' ~ lines | join(',\n        ') ~ '\n    from ' ~ ('members' if beside else 'served')
        ~ '\n    group by\n        ' ~ (['crowd_rung'] + keys) | join(',\n        ') ~ '\n)'
    ) -%}
{% endmacro %}
