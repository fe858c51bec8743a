{#-
    Whether columns make a hierarchy, as one row of counts; all but crowd_values should be 0:
    crowd_values            rows
    crowd_blank_values      rows without a value in the first column
    crowd_repeated_values   values of the first column that stand on more than one row
    crowd_reserved_values   rows whose value is `*`, which stands for uncovered values
    crowd_not_nested        labels that have more than one label on the next level
    crowd_gaps              labels that have none on the next level
    crowd_growing_levels    levels with more labels than the one below
    relation    a relation, or a query in brackets with an alias
    levels      at least two of its columns, finest first
    case        `upper` or `lower` where values are looked up in one case
-#}
{% macro hierarchy_check_query(relation, levels, case=none) %}
    {%- set labels = [] -%}
    {%- for level in levels -%}
        {%- do labels.append(dbt_crowd.normalised_text(dbt_crowd.quoted(level), case if loop.first else none) ~ ' as level_' ~ loop.index0) -%}
    {%- endfor -%}
    {%- set query -%}
with labels as (
    select
        {{ labels | join(',\n        ') }}
    from {{ relation }}
),

value_counts as (
    select level_0, count(*) as value_rows
    from labels
    group by level_0
),

repeated as (
    select count(*) as crowd_repeated_values
    from value_counts
    where value_rows > 1
),

{{ dbt_crowd._hierarchy_check_ctes(levels | length) }}

select
    totals.crowd_values,
    totals.crowd_blank_values,
    repeated.crowd_repeated_values,
    totals.crowd_reserved_values,
    not_nested.crowd_not_nested,
    totals.crowd_gaps,
    totals.crowd_growing_levels
from totals
cross join repeated
cross join not_nested
    {%- endset -%}
    {%- do return(query) -%}
{% endmacro %}


{#- What compares each level with the next. -#}
{% macro _hierarchy_check_ctes(count) %}
    {%- set splits = [] -%}
    {%- set gaps = [] -%}
    {%- set growing = [] -%}
    {%- for number in range(1, count) -%}
        {%- set above = 'level_' ~ number -%}
        {%- set below = 'level_' ~ (number - 1) -%}
        {%- do splits.append('select count(distinct ' ~ above ~ ') as labels_above\n    from labels\n    group by ' ~ below) -%}
        {%- do gaps.append('case when ' ~ below ~ ' is not null and ' ~ above ~ ' is null then 1 else 0 end') -%}
        {%- do growing.append('case when ' ~ dbt_crowd._distinct_labels(above) ~ ' > ' ~ dbt_crowd._distinct_labels(below) ~ ' then 1 else 0 end') -%}
    {%- endfor -%}
    {%- set ctes -%}
splits as (
    {{ splits | join('\n    union all\n    ') }}
),

not_nested as (
    select count(*) as crowd_not_nested
    from splits
    where labels_above > 1
),

totals as (
    select
        count(*) as crowd_values,
        coalesce(sum(case when level_0 is null then 1 else 0 end), 0) as crowd_blank_values,
        coalesce(sum(case when level_0 = '*' then 1 else 0 end), 0) as crowd_reserved_values,
        coalesce(sum({{ gaps | join(' + ') if gaps | length == 1 else '\n            ' ~ gaps | join('\n            + ') ~ '\n        ' }}), 0) as crowd_gaps,
        {{ growing | join('\n        + ') }} as crowd_growing_levels
    from labels
)
    {%- endset -%}
    {%- do return(ctes) -%}
{% endmacro %}


{#- How many labels a level has; NULL is one. -#}
{% macro _distinct_labels(level) %}
    {%- do return('count(distinct coalesce(' ~ level ~ ", ''))") -%}
{% endmacro %}
