{#-
    The classes of `published` by the given keys, and their figures. NULL groups as a value of its own; under
    `nulls: wildcard` a class is judged by all who agree with it wherever both have a value. The judge counts by itself:
    what it shared with the release it could not check.
-#}
{% macro _class_ctes(policy, keys) %}
    {%- set wildcard = policy.nulls == 'wildcard' and keys | length > 0 -%}
    {%- set bigint = dbt.type_bigint() -%}
    {%- set size = 'count(distinct crowd_person)' if policy.privacy_unit else 'count(*)' -%}
    {%- set judged_size = 'crowd_agreeing' if wildcard else 'crowd_size' -%}
    {%- set classes -%}
classes as (
    select
        {% for key in keys %}{{ key }},
        {% endfor %}count(*) as crowd_rows,
        {{ size }} as crowd_size
    from published
    {%- if keys %}
    group by {{ keys | join(', ') }}
    {%- else %}
    having count(*) > 0
    {%- endif %}
)
    {%- endset -%}
    {%- set class_figures -%}
class_figures as (
    select
        cast(coalesce(sum(crowd_rows), 0) as {{ bigint }}) as crowd_rows,
        count(*) as crowd_classes,
        coalesce(min(crowd_size), 0) as crowd_smallest_class,
        cast(coalesce(min({{ judged_size }}), 0) as {{ bigint }}) as crowd_smallest_by_wildcard,
        cast(coalesce(sum(case when {{ judged_size }} < {{ policy.k }} then 1 else 0 end), 0) as {{ bigint }}) as crowd_classes_below_k,
        cast(coalesce(sum(case when {{ judged_size }} < {{ policy.k }} then crowd_rows else 0 end), 0) as {{ bigint }}) as crowd_rows_below_k
    from {{ 'agreeing_classes' if wildcard else 'classes' }}
)
    {%- endset -%}
    {%- set persons -%}
person_figures as (
    select {{ size }} as crowd_persons
    from published
)
    {%- endset -%}
    {%- do return([classes] + (dbt_crowd._agreeing_ctes(policy, keys) if wildcard else []) + [class_figures, persons]) -%}
{% endmacro %}


{#- For each class, how many agree with it. Persons do not add up over classes, so they are counted among the rows. -#}
{% macro _agreeing_ctes(policy, keys) %}
    {%- set others = 'published' if policy.privacy_unit else 'classes' -%}
    {%- set cte -%}
agreeing_classes as (
    select
        {% for key in keys %}own.{{ key }},
        {% endfor %}own.crowd_rows,
        own.crowd_size,
        {{ 'count(distinct others.crowd_person)' if policy.privacy_unit else 'sum(others.crowd_size)' }} as crowd_agreeing
    from classes as own
    inner join {{ others }} as others
        on {{ dbt_crowd._agree_on('own', 'others', keys, '        ') }}
    group by
        {% for key in keys %}own.{{ key }},
        {% endfor %}own.crowd_rows,
        own.crowd_size
)
    {%- endset -%}
    {%- do return([cte]) -%}
{% endmacro %}
