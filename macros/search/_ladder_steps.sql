{#-
    Ladders as the tree of their beginnings: what the first rungs of several ladders serve is counted once.

    {'steps': [{'number', 'before': number of the step before, 0 the first, 'rung', 'goes_on'}], 'paths': steps of each ladder}
-#}
{% macro _ladder_tree(ladders) %}
    {%- set steps = [] -%}
    {%- set known = {} -%}
    {%- set paths = [] -%}
    {%- for ladder in ladders -%}
        {%- set path = [] -%}
        {%- for rung in ladder -%}
            {%- set before = path[-1] if path else 0 -%}
            {%- set name = before ~ ': ' ~ rung | join(' ') -%}
            {%- if name not in known -%}
                {%- do steps.append({'number': steps | length + 1, 'before': before, 'rung': rung, 'goes_on': false}) -%}
                {%- do known.update({name: steps | length}) -%}
            {%- endif -%}
            {%- if before -%}
                {%- do steps[before - 1].update({'goes_on': true}) -%}
            {%- endif -%}
            {%- do path.append(known[name]) -%}
        {%- endfor -%}
        {%- do paths.append(path) -%}
    {%- endfor -%}
    {%- do return({'steps': steps, 'paths': paths}) -%}
{% endmacro %}


{#-
    Two CTEs a step, as a release routes: `crowds_<n>`, the classes of what is left that are crowds, and `left_<n>`, what
    is left after them, where a step follows or `leave` asks.
-#}
{% macro _ladder_step_ctes(plan, k, steps, leave=false) %}
    {%- set ctes = [] -%}
    {%- for step in steps -%}
        {%- set before = dbt_crowd._ladder_left(step.before) -%}
        {%- do ctes.extend(dbt_crowd._ladder_crowds_ctes(plan, k, step, before)) -%}
        {%- if leave or step.goes_on -%}
            {%- do ctes.append(
                'left_' ~ step.number ~ ' as (\n    select ' ~ before ~ '.*\n    from ' ~ before ~ '\n    left join crowds_' ~ step.number
                ~ '\n        on ' ~ dbt_crowd._ladder_on_class(plan, step) ~ '\n    where crowds_' ~ step.number ~ '.crowd_size is null\n)'
            ) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- do return(ctes) -%}
{% endmacro %}


{#- What is left after a step; all tuples before the first. -#}
{% macro _ladder_left(number) %}
    {%- do return('left_' ~ number if number else 'tuples') -%}
{% endmacro %}


{% macro _ladder_on_class(plan, step) %}
    {%- set terms = [] -%}
    {%- for key in dbt_crowd._measure_keys(plan, step.rung) -%}
        {%- do terms.append('crowds_' ~ step.number ~ '.crowd_key_' ~ loop.index ~ ' = ' ~ key) -%}
    {%- endfor -%}
    {%- do return(terms | join('\n        and ')) -%}
{% endmacro %}


{#- The classes of a step that are crowds: keys, crowd_size, crowd_rows, and crowd_lost_<i>, rows times share, where labels differ in share. -#}
{% macro _ladder_crowds_ctes(plan, k, step, before) %}
    {%- set name = 'crowds_' ~ step.number -%}
    {%- set classes = 'classes_' ~ step.number -%}
    {%- set size = dbt_crowd._ladder_size(plan) -%}
    {%- set lines = dbt_crowd._measure_key_lines(plan, step.rung) + [size ~ ' as crowd_size', dbt_crowd._bigint_sum('crowd_rows') ~ ' as crowd_rows'] -%}
    {%- set codes = [] -%}
    {%- set nullable = [] -%}
    {%- for column in dbt_crowd._ladder_columns(plan, step.rung) -%}
        {%- if column.share -%}
            {%- do lines.append(dbt_crowd._bigint_sum(column.share) ~ ' as crowd_lost_' ~ column.number) -%}
        {%- endif -%}
        {%- if column.code -%}
            {%- do codes.append('min(' ~ column.code ~ ') as crowd_code_' ~ column.number) -%}
        {%- endif -%}
        {%- if column.null_code is not none -%}
            {%- do nullable.append(column.number) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- set keys = dbt_crowd._measure_keys(plan, step.rung) | reject('equalto', '0') | list -%}
    {%- set grouped = '\n    from ' ~ before ~ ('\n    group by ' ~ keys | join(', ') if keys else '') -%}
    {%- if not nullable -%}
        {%- do return([name ~ ' as (\n    select\n        ' ~ lines | join(',\n        ') ~ grouped ~ '\n    having ' ~ size ~ ' >= ' ~ k ~ '\n)']) -%}
    {%- endif -%}
    {%- do return([
        classes ~ ' as (\n    select\n        ' ~ (lines + codes) | join(',\n        ') ~ grouped ~ '\n)',
        name ~ ' as (\n    select *\n    from ' ~ classes ~ '\n    where crowd_size >= ' ~ k ~ '\n    union all\n    select distinct thin.*\n    from ' ~ classes
            ~ ' as thin\n    inner join ' ~ classes ~ ' as crowd\n        on ' ~ dbt_crowd._ladder_agree(plan, step.rung)
            ~ '\n    where thin.crowd_size < ' ~ k ~ ' and crowd.crowd_size >= ' ~ k ~ '\n)',
    ]) -%}
{% endmacro %}
