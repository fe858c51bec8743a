{#-
    CTEs that end in `class_values_<i>`: for each class and each value of a sensitive column in it, crowd_size, how many have
    it, and crowd_class_size, how many there are, where a criterion asks for shares. Persons do not add up, so among them each is numbered
    once a class, and crowd_valued_size says how many have any value at all.
-#}
{% macro _value_ctes(criteria, grain, number) %}
    {%- if grain.persons -%}
        {%- do return(dbt_crowd._person_value_ctes(grain, number)) -%}
    {%- endif -%}
    {%- set keys = grain['keys'] -%}
    {%- set value = 'crowd_sensitive_' ~ number -%}
    {%- set shared = criteria | selectattr('sensitive', 'equalto', number) | rejectattr('criterion', 'equalto', 'l') | list -%}
    {%- set cte -%}
class_values_{{ number }} as (
    select
        {% for key in keys %}{{ key }},
        {% endfor %}{{ value }} as crowd_value,
        {{ grain.rows }} as crowd_size
        {%- if shared %},
        sum({{ grain.rows }}) over ({{ dbt_crowd._partition_by(keys) }}) as crowd_class_size
        {%- endif %}
    from {{ grain.from }}
    group by {{ (keys + [value]) | join(', ') }}
)
    {%- endset -%}
    {%- do return([cte]) -%}
{% endmacro %}


{% macro _person_value_ctes(grain, number) %}
    {%- set keys = grain['keys'] -%}
    {%- set value = 'crowd_sensitive_' ~ number -%}
    {%- set missing = 'case when ' ~ value ~ ' is null then 1 else 0 end' -%}
    {%- set first = 'crowd_turn = 1 and crowd_person is not null' -%}
    {%- set holders -%}
holders_{{ number }} as (
    select
        {% for key in keys %}{{ key }},
        {% endfor %}crowd_person,
        {{ value }} as crowd_value,
        row_number() over (partition by {{ (keys + ['crowd_person']) | join(', ') }} order by {{ missing }}, {{ value }}) as crowd_turn
    from {{ grain.from }}
    group by {{ (keys + ['crowd_person', value]) | join(', ') }}
)
    {%- endset -%}
    {%- set values -%}
class_values_{{ number }} as (
    select
        {% for key in keys %}{{ key }},
        {% endfor %}crowd_value,
        count(crowd_person) as crowd_size,
        sum(sum(case when {{ first }} then 1 else 0 end)) over ({{ dbt_crowd._partition_by(keys) }}) as crowd_class_size,
        sum(sum(case when {{ first }} and crowd_value is not null then 1 else 0 end)) over ({{ dbt_crowd._partition_by(keys) }}) as crowd_valued_size
    from holders_{{ number }}
    group by {{ (keys + ['crowd_value']) | join(', ') }}
)
    {%- endset -%}
    {%- do return([holders, values]) -%}
{% endmacro %}


{% macro _partition_by(keys) %}
    {%- do return('partition by ' ~ keys | join(', ') if keys else '') -%}
{% endmacro %}


{#-
    `class_shares_<i>`: each value of each class with its share there and in the whole input. crowd_overall is NULL for a
    value that the input does not have: such a class cannot be compared, and fails.
-#}
{% macro _shares_beside_overall_cte(criteria, grain, number) %}
    {%- set values = 'class_values_' ~ number -%}
    {%- set overall = 'overall_' ~ number -%}
    {%- set size = values ~ '.crowd_class_size' -%}
    {%- set lines = dbt_crowd._qualified(values, grain['keys']) -%}
    {%- do lines.append('cast(' ~ values ~ '.crowd_size as ' ~ dbt_crowd.type_double() ~ ') / ' ~ (size if not grain.persons else 'nullif(' ~ size ~ ', 0)') ~ ' as crowd_share') -%}
    {%- do lines.append(overall ~ '.crowd_share as crowd_overall') -%}
    {%- for name in ['crowd_all', 'crowd_values'] + dbt_crowd._overall_extras(criteria, number) -%}
        {%- do lines.append(overall ~ '.' ~ name) -%}
    {%- endfor -%}
    {%- set cte -%}
class_shares_{{ number }} as (
    select
        {{ lines | join(',\n        ') }}
    from {{ values }}
    left join {{ overall }}
        on {{ dbt_crowd._is_same_value(grain, values ~ '.crowd_value', overall ~ '.crowd_value') }}
    {%- if grain.persons %}
    where {{ values }}.crowd_size > 0 or {{ values }}.crowd_class_size = 0
    {%- endif %}
)
    {%- endset -%}
    {%- do return(cte) -%}
{% endmacro %}


{#- What a distance needs to know of a value beside its share: its place in the order, its nodes in the hierarchy. -#}
{% macro _overall_extras(criteria, number) %}
    {%- set names = [] -%}
    {%- for criterion in criteria if criterion.criterion == 't' and criterion.sensitive == number -%}
        {%- if criterion.distance == 'ordered' -%}
            {%- do names.append('crowd_place') -%}
        {%- endif -%}
        {%- for node in range(1, criterion.nodes + 1) -%}
            {%- do names.append('crowd_node_' ~ node) -%}
            {%- do names.append('crowd_node_share_' ~ node) -%}
        {%- endfor -%}
    {%- endfor -%}
    {%- do return(names) -%}
{% endmacro %}


{#- Whether a class has a value that cannot be compared, or nobody whose share it could be. -#}
{% macro _incomparable() %}
    {%- do return('count(crowd_share * crowd_overall) < count(*)') -%}
{% endmacro %}
