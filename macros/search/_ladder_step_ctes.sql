{#-
    Two CTEs a step, as a release routes: `crowds_<n>`, the classes of what is left that are crowds, and `left_<n>`, what
    is left after them, where a step follows or `leave` asks.
-#}
{% macro _ladder_step_ctes(plan, k, steps, leave=false) %}
    {%- set size = dbt_crowd._ladder_size(plan) -%}
    {%- set rows = dbt_crowd._bigint_sum('crowd_rows') -%}
    {%- set ctes = [] -%}
    {%- for step in steps -%}
        {%- set crowds = 'crowds_' ~ step.number -%}
        {%- set lines = [] -%}
        {%- set on_class = [] -%}
        {%- for key in step['keys'] -%}
            {%- do lines.append(key ~ ' as crowd_key_' ~ loop.index) -%}
            {%- do on_class.append(crowds ~ '.crowd_key_' ~ loop.index ~ ' = ' ~ key) -%}
        {%- endfor -%}
        {%- set lines = lines + [size ~ ' as crowd_size', rows ~ ' as crowd_rows'] -%}
        {%- for column in step.columns if column.share -%}
            {%- do lines.append('cast(sum(' ~ column.share ~ ') as ' ~ dbt.type_bigint() ~ ') as crowd_lost_' ~ column.number) -%}
        {%- endfor -%}
        {%- do step.update({'on_class': on_class | join('\n        and ')}) -%}
        {%- set grouped = step['keys'] | reject('equalto', '0') | join(', ') -%}
        {%- set classes = '\n    from ' ~ step.before ~ ('\n    group by ' ~ grouped if grouped else '') -%}
        {%- if plan.nulls == 'wildcard' -%}
            {%- do ctes.extend(dbt_crowd._ladder_wildcard_ctes(k, step, lines, classes)) -%}
        {%- else -%}
            {%- do ctes.append(crowds ~ ' as (\n    select\n        ' ~ lines | join(',\n        ') ~ classes ~ '\n    having ' ~ dbt_crowd._ladder_size(plan, step.before ~ '.') ~ ' >= ' ~ k ~ '\n)') -%}
        {%- endif -%}
        {%- if leave or step.goes_on -%}
            {%- do ctes.append(
                'left_' ~ step.number ~ ' as (\n    select ' ~ step.before ~ '.*\n    from ' ~ step.before ~ '\n    left join ' ~ crowds
                ~ '\n        on ' ~ step.on_class ~ '\n    where ' ~ crowds ~ '.crowd_size is null\n)'
            ) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- do return(ctes) -%}
{% endmacro %}


{#- Under `nulls: wildcard` a thin class is served too when it agrees, wherever both have a value, with one that is a crowd by itself. -#}
{% macro _ladder_wildcard_ctes(k, step, lines, classes) %}
    {%- set name = 'classes_' ~ step.number -%}
    {%- set codes = [] -%}
    {%- set agree = [] -%}
    {%- for column in step.columns if column.code -%}
        {%- set code = 'crowd_code_' ~ column.number -%}
        {%- do codes.append('min(' ~ column.code ~ ') as ' ~ code) -%}
        {%- set same = 'thin.' ~ code ~ ' = crowd.' ~ code -%}
        {%- set none_of = [same, 'thin.' ~ code ~ ' = ' ~ column.null_code, 'crowd.' ~ code ~ ' = ' ~ column.null_code] -%}
        {%- do agree.append(same if column.null_code is none else '(' ~ none_of | join(' or ') ~ ')') -%}
    {%- endfor -%}
    {%- set crowds = 'select *\n    from ' ~ name ~ '\n    where crowd_size >= ' ~ k -%}
    {%- if agree -%}
        {%- set crowds = crowds ~ '\n    union all\n    select distinct thin.*\n    from ' ~ name ~ ' as thin\n    inner join ' ~ name ~ ' as crowd\n        on '
            ~ agree | join('\n        and ') ~ '\n    where thin.crowd_size < ' ~ k ~ ' and crowd.crowd_size >= ' ~ k -%}
    {%- endif -%}
    {%- do return([
        name ~ ' as (\n    select\n        ' ~ (lines + codes) | join(',\n        ') ~ classes ~ '\n)',
        'crowds_' ~ step.number ~ ' as (\n    ' ~ crowds ~ '\n)',
    ]) -%}
{% endmacro %}


{#- How large a class of tuples is, in the unit of k. `origin` is the relation that the columns are of, and a point: in a HAVING a bare name may be an alias. -#}
{% macro _ladder_size(plan, origin='') %}
    {%- if plan.unit == 'rows' -%}
        {%- do return(dbt_crowd._bigint_sum(origin ~ 'crowd_rows')) -%}
    {%- elif plan.unit == 'persons' -%}
        {%- do return(dbt_crowd._bigint_sum(origin ~ 'crowd_persons')) -%}
    {%- endif -%}
    {%- do return('count(distinct ' ~ origin ~ 'crowd_person)') -%}
{% endmacro %}
