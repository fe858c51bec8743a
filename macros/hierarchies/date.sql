{#-
    Dates cut to a month, quarter, year or number of years. Dates from `top` on, before `bottom`, and of people who are
    `top_age` or older on the day `as_of` are one class each at every level, and the bands of years next to them end there.
-#}
{% macro _date_levels(hierarchy) %}
    {%- do return(hierarchy.levels + ['*']) -%}
{% endmacro %}


{% macro _date_expressions(hierarchy, column) %}
    {%- set date = dbt_crowd.as_date(dbt_crowd.as_text(column)) -%}
    {%- set text = dbt_crowd._trimmed_text(column) -%}
    {%- set ends = dbt_crowd._date_ends(hierarchy, date) -%}
    {%- set expressions = [] -%}
    {%- for level in hierarchy.levels -%}
        {%- set labels = dbt_crowd._date_labels(hierarchy, level, date) -%}
        {%- do expressions.append(dbt_crowd._label_case(ends + labels, text)) -%}
    {%- endfor -%}
    {%- do return(expressions + ["'*'"]) -%}
{% endmacro %}


{#- The classes at both ends, as branches. -#}
{% macro _date_ends(hierarchy, date) %}
    {%- set branches = [] -%}
    {%- if hierarchy.get('top_age') -%}
        {%- set latest = dbt_crowd._latest_birth(hierarchy.as_of, hierarchy.top_age) -%}
        {%- do branches.append([date ~ " <= date '" ~ latest ~ "'", "'aged " ~ hierarchy.top_age ~ "+'"]) -%}
    {%- endif -%}
    {%- if hierarchy.get('bottom') -%}
        {%- do branches.append([date ~ " < date '" ~ hierarchy.bottom ~ "'", "'<" ~ hierarchy.bottom ~ "'"]) -%}
    {%- endif -%}
    {%- if hierarchy.get('top') -%}
        {%- do branches.append([date ~ " >= date '" ~ hierarchy.top ~ "'", "'" ~ hierarchy.top ~ "+'"]) -%}
    {%- endif -%}
    {%- do return(branches) -%}
{% endmacro %}


{#- The labels of one level between the two ends, as branches. -#}
{% macro _date_labels(hierarchy, level, date) %}
    {%- set text = dbt_crowd.date_as_text(date) -%}
    {%- if level == 'day' -%}
        {%- do return([[date ~ ' is not null', text]]) -%}
    {%- elif level == 'month' -%}
        {%- do return([[date ~ ' is not null', dbt_crowd.left_text(text, 7)]]) -%}
    {%- elif level == 'quarter' -%}
        {%- set quarter = dbt_crowd.as_text('extract(quarter from ' ~ date ~ ')') -%}
        {%- do return([[date ~ ' is not null', dbt_crowd.left_text(text, 4) ~ " || '-Q' || " ~ quarter]]) -%}
    {%- elif level == 'year' -%}
        {%- do return([[date ~ ' is not null', dbt_crowd.left_text(text, 4)]]) -%}
    {%- endif -%}
    {%- do return(dbt_crowd._year_bands(hierarchy, level.split(' ')[0] | int, date)) -%}
{% endmacro %}


{#- Bands of several years, as branches: `1980-1984`; those that an end cuts say the years that are left, `1936-1939`. -#}
{% macro _year_bands(hierarchy, size, date) %}
    {%- set first = dbt_crowd._first_year(hierarchy) -%}
    {%- set last = dbt_crowd._last_year(hierarchy) -%}
    {%- set branches = [] -%}
    {%- if first is not none and last is not none and first - first % size == last - last % size -%}
        {%- do return([[date ~ ' is not null', "'" ~ dbt_crowd._band_label(first, last + 1, 0) ~ "'"]]) -%}
    {%- endif -%}
    {%- if first is not none and first % size > 0 -%}
        {%- set end = first - first % size + size -%}
        {%- do branches.append([date ~ " < date '" ~ end ~ "-01-01'", "'" ~ dbt_crowd._band_label(first, end, 0) ~ "'"]) -%}
    {%- endif -%}
    {%- if last is not none and (last + 1) % size > 0 -%}
        {%- set start = last - last % size -%}
        {%- do branches.append([date ~ " >= date '" ~ start ~ "-01-01'", "'" ~ dbt_crowd._band_label(start, last + 1, 0) ~ "'"]) -%}
    {%- endif -%}
    {%- set start = dbt_crowd.multiple_below('extract(year from ' ~ date ~ ')', size) -%}
    {%- set label = dbt_crowd.as_text(start) ~ " || '-' || " ~ dbt_crowd.as_text(start ~ ' + ' ~ (size - 1)) -%}
    {%- do return(branches + [[date ~ ' is not null', label]]) -%}
{% endmacro %}
