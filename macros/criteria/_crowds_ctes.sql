{#-
    CTEs that end in `name`: the keys of the classes of `from_relation` that are crowds. Grouping keeps NULL as a
    value of its own. Where they are to be numbered, it is in the order of their keys. Under `nulls: wildcard` a thin
    class is served too when it agrees, wherever both have a value, with a class that is a crowd by itself: together they
    are at least k.
-#}
{% macro _crowds_ctes(policy, name, from_relation, keys, size, where='', numbered=false) %}
    {%- set group_by = '\n    group by ' ~ keys | join(', ') if keys else '' -%}
    {%- set key_list = (keys or []) | join(',\n        ') -%}
    {%- set where_line = '\n    where ' ~ where if where else '' -%}
    {%- if policy.nulls != 'wildcard' or not keys -%}
        {%- set told = 'row_number() over (order by ' ~ keys | join(', ') ~ ') as crowd_place' if numbered else '1 as crowd_found' -%}
        {%- do return([
            name ~ ' as (\n    select\n        ' ~ (key_list ~ ',\n        ' if keys else '') ~ told ~ '\n    from ' ~ from_relation
            ~ where_line ~ group_by ~ '\n    having ' ~ size ~ ' >= ' ~ policy.k ~ '\n)'
        ]) -%}
    {%- endif -%}
    {%- do return([
        name ~ '_by_value as (\n    select\n        ' ~ key_list ~ ',\n        ' ~ size ~ ' as crowd_size\n    from ' ~ from_relation
            ~ where_line ~ group_by ~ '\n)',
        name ~ ' as (\n    select distinct\n        ' ~ dbt_crowd._qualified('thin', keys) | join(',\n        ') ~ ',\n        1 as crowd_found'
            ~ '\n    from ' ~ name ~ '_by_value as thin\n    inner join ' ~ name ~ '_by_value as crowd\n        on '
            ~ dbt_crowd._agree_on('thin', 'crowd', keys, '        ')
            ~ '\n    where crowd.crowd_size >= ' ~ policy.k ~ '\n)'
    ]) -%}
{% endmacro %}


{% macro _qualified(alias, names) %}
    {%- set qualified = [] -%}
    {%- for name in names -%}
        {%- do qualified.append(alias ~ '.' ~ name) -%}
    {%- endfor -%}
    {%- do return(qualified) -%}
{% endmacro %}


{#- Two classes agree wherever both have a value. -#}
{% macro _agree_on(left, right, keys, indent) %}
    {%- set terms = [] -%}
    {%- for key in keys -%}
        {%- do terms.append('(' ~ left ~ '.' ~ key ~ ' = ' ~ right ~ '.' ~ key ~ ' or ' ~ left ~ '.' ~ key ~ ' is null or ' ~ right ~ '.' ~ key ~ ' is null)') -%}
    {%- endfor -%}
    {%- do return(terms | join('\n' ~ indent ~ 'and ')) -%}
{% endmacro %}
