{#-
    The domain of a column and how many of its values each label stands for. A table or groups hierarchy
    brings its own domain, values absent from the data included; the others take the distinct values of the input.
    NULL is one more value where the data has it. An uncovered value is none: its `*` stands for the whole domain.
-#}
{% macro _domain_ctes(column, number, own_labels) %}
    {%- if column.domain == 'data' -%}
        {%- do return(dbt_crowd._data_domain_ctes(number, own_labels)) -%}
    {%- elif column.hierarchy.type == 'groups' -%}
        {%- do return(dbt_crowd._groups_domain_ctes(column, number, own_labels)) -%}
    {%- endif -%}
    {%- do return(dbt_crowd._table_domain_ctes(number, own_labels)) -%}
{% endmacro %}


{% macro _data_domain_ctes(number, own_labels) %}
    {%- set value = 'crowd_' ~ number ~ '_value' -%}
    {%- set lines = [value] + dbt_crowd._pluck(own_labels, 'alias') -%}
    {%- set values -%}
values_{{ number }} as (
    select distinct
        {{ lines | join(',\n        ') }}
    from input_labels
    where {{ value }} is null or {{ value }} != '*'
)
    {%- endset -%}
    {%- set size = 'domain_' ~ number ~ ' as (\n    select count(*) as crowd_values\n    from values_' ~ number ~ '\n)' -%}
    {%- do return([values, size, dbt_crowd._shares_cte(number, 'values_' ~ number, dbt_crowd._pluck(own_labels, 'alias'))]) -%}
{% endmacro %}


{% macro _table_domain_ctes(number, own_labels) %}
    {%- set names = [] -%}
    {%- for label in own_labels -%}
        {%- do names.append(dbt_crowd.hierarchy_label(label.level)) -%}
    {%- endfor -%}
    {%- set size -%}
domain_{{ number }} as (
    select
        (select count(*) from hierarchy_{{ number }})
        + coalesce(max(case when input_labels.crowd_{{ number }}_value is null and hierarchy_nulls.crowd_nulls = 0 then 1 else 0 end), 0) as crowd_values
    from input_labels
    cross join (
        select coalesce(sum(case when crowd_value is null then 1 else 0 end), 0) as crowd_nulls
        from hierarchy_{{ number }}
    ) as hierarchy_nulls
)
    {%- endset -%}
    {%- do return([size, dbt_crowd._shares_cte(number, 'hierarchy_' ~ number, names)]) -%}
{% endmacro %}


{#- The leaves under each label of a groups hierarchy are known from the policy. -#}
{% macro _groups_domain_ctes(column, number, own_labels) %}
    {%- set value = 'crowd_' ~ number ~ '_value' -%}
    {%- set counts = dbt_crowd.group_sizes(column.hierarchy) -%}
    {%- set rows = [] -%}
    {%- for label in own_labels if label.level > 0 -%}
        {%- for name in counts.labels[label.level - 1] -%}
            {%- do rows.append('select ' ~ dbt_crowd.sql_text(name) ~ ' as crowd_label, ' ~ counts.labels[label.level - 1][name] ~ ' as crowd_values') -%}
        {%- endfor -%}
    {%- endfor -%}
    {%- set rows = rows or ["select '*' as crowd_label, " ~ counts.leaves ~ ' as crowd_values'] -%}
    {%- set size -%}
domain_{{ number }} as (
    select {{ counts.leaves }} + coalesce(max(case when {{ value }} is null then 1 else 0 end), 0) as crowd_values
    from input_labels
)
    {%- endset -%}
    {%- set shares -%}
shares_{{ number }} as (
    {{ rows | join('\n    union all\n    ') }}
)
    {%- endset -%}
    {%- do return([size, shares]) -%}
{% endmacro %}


{% macro _shares_cte(number, values, names) %}
    {%- set parts = [] -%}
    {%- for name in names -%}
        {%- do parts.append('select ' ~ name ~ ' as crowd_label, count(*) as crowd_values from ' ~ values ~ ' group by ' ~ name) -%}
    {%- endfor -%}
    {%- set parts = parts or ["select '*' as crowd_label, count(*) as crowd_values from " ~ values] -%}
    {%- if parts | length == 1 -%}
        {%- do return('shares_' ~ number ~ ' as (\n    ' ~ parts[0] ~ '\n)') -%}
    {%- endif -%}
    {%- set cte -%}
labels_{{ number }} as (
    {{ parts | join('\n    union all\n    ') }}
),

shares_{{ number }} as (
    select
        crowd_label,
        max(crowd_values) as crowd_values
    from labels_{{ number }}
    group by crowd_label
)
    {%- endset -%}
    {%- do return(cte) -%}
{% endmacro %}
