{#-
    A table of cells as one row of figures: how many there are, how many are thin, and how many values of each column
    stand in a thin one. NULL is a value. A cell that was counted as 0 is not thin: it has nothing to hide. One that has rows, and no known person, is.

    by            the columns that cells are made of
    count         the column with the count of each cell; none: rows are counted, or persons
    privacy_unit  the person column, where persons are counted
-#}
{% macro small_cells_query(relation, by, k, count=none, privacy_unit=none) %}
    {%- set thin = ('crowd_size > 0 and ' if count else '') ~ 'crowd_size < ' ~ k -%}
    {%- set lines = [
        'count(*) as crowd_cells',
        'coalesce(sum(case when ' ~ thin ~ ' then 1 else 0 end), 0) as crowd_thin_cells',
        'coalesce(sum(case when crowd_size is null or crowd_size < 0 or crowd_size != floor(crowd_size) then 1 else 0 end), 0) as crowd_bad_counts',
        'coalesce(sum(case when crowd_rows > 1 then 1 else 0 end), 0) as ' ~ ('crowd_repeated_cells' if count else 'crowd_counted_cells'),
        'coalesce(sum(crowd_size), 0) as crowd_persons',
    ] -%}
    {%- for name in by -%}
        {%- set value = "coalesce(crowd_label_" ~ loop.index ~ ", '')" -%}
        {%- do lines.append('count(distinct ' ~ value ~ ') as crowd_values_' ~ loop.index) -%}
        {%- do lines.append('count(distinct case when ' ~ thin ~ ' then ' ~ value ~ ' end) as crowd_thin_values_' ~ loop.index) -%}
    {%- endfor -%}
    {%- do return(dbt_crowd._cell_sizes_ctes(relation, by, count, privacy_unit) ~ '\n\nselect\n    ' ~ lines | join(',\n    ') ~ '\nfrom cells') -%}
{% endmacro %}


{#- `with cells as (...)`: the cells of a table, and the size of each. -#}
{% macro _cell_sizes_ctes(relation, by, count, privacy_unit) %}
    {%- set lines = [] -%}
    {%- set labels = [] -%}
    {%- for name in by -%}
        {%- do lines.append(dbt_crowd.normalised_text(dbt_crowd.quoted(name)) ~ ' as crowd_label_' ~ loop.index) -%}
        {%- do labels.append('crowd_label_' ~ loop.index) -%}
    {%- endfor -%}
    {%- set size = 'count(*)' -%}
    {%- if count -%}
        {%- do lines.append(dbt_crowd.counted_number(count) ~ ' as crowd_count') -%}
        {%- set size = 'case when count(crowd_count) = count(*) then sum(crowd_count) end' -%}
    {%- elif privacy_unit -%}
        {%- do lines.append(dbt_crowd.normalised_text(dbt_crowd.quoted(privacy_unit)) ~ ' as crowd_person') -%}
        {%- set size = 'count(distinct crowd_person)' -%}
    {%- endif -%}
with counted as (
    select
        {{ lines | join(',\n        ') }}
    from {{ relation }}
),

cells as (
    select
        {{ labels | join(',\n        ') }},
        count(*) as crowd_rows,
        {{ size }} as crowd_size
    from counted
    group by
        {{ labels | join(',\n        ') }}
)
{%- endmacro %}


{#- What is wrong with the arguments of a look for small cells, a sentence each. -#}
{% macro _small_cells_faults(relation, by, k, count, privacy_unit) %}
    {%- set faults = [] -%}
    {%- if k is not number or k is float or k is boolean or k < 2 -%}
        {%- do faults.append('k must be a whole number of at least 2. Got: ' ~ k) -%}
    {%- endif -%}
    {%- if by is string or not by -%}
        {%- do faults.append('by must be a list of at least one column. Got: ' ~ by) -%}
    {%- endif -%}
    {%- if count and privacy_unit -%}
        {%- do faults.append('count and privacy_unit exclude each other: cells were counted before, or persons are counted now') -%}
    {%- endif -%}
    {%- set there = dbt_crowd._lower_names(adapter.get_columns_in_relation(relation)) -%}
    {%- for name in ([] if by is string else by or []) + ([count] if count else []) + ([privacy_unit] if privacy_unit else []) if (name | lower) not in there -%}
        {%- do faults.append('there is no column ' ~ name) -%}
    {%- endfor -%}
    {%- do return(faults) -%}
{% endmacro %}
