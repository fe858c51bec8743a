{#-
    Dates cut to a month, quarter, year or number of years. Dates from `top` on, before `bottom`, and of people who are
    `top_age` or older on the day `as_of` are one class each at every level, and the bands of years next to them end there.

    Whether text is a date is asked once; from there on it begins with year-month-day, so that its first characters
    are the labels, and it compares as the dates do.
-#}
{% macro _date_levels(hierarchy) %}
    {%- do return(hierarchy.levels + ['*']) -%}
{% endmacro %}


{% macro _date_expressions(hierarchy, column) %}
    {%- set text = dbt_crowd._trimmed_text(column) -%}
    {%- set is_date = dbt_crowd.is_date(dbt_crowd.as_text(column)) | indent(4) -%}
    {%- set ends = dbt_crowd._date_ends(hierarchy, dbt_crowd.left_text(text, 10)) -%}
    {%- set expressions = [] -%}
    {%- for level in hierarchy.levels -%}
        {%- set years = level.split(' ')[0] | int if ' ' in level else 0 -%}
        {%- set cut = dbt_crowd._cut_years(hierarchy, years, dbt_crowd.left_text(text, 4)) if years else [] -%}
        {%- set label = dbt_crowd._case(ends + cut, dbt_crowd._date_label(level, years, text)) -%}
        {%- do expressions.append(dbt_crowd._label_case([[is_date, label]], text)) -%}
    {%- endfor -%}
    {%- do return(expressions + ["'*'"]) -%}
{% endmacro %}


{#- The classes at both ends, as branches. -#}
{% macro _date_ends(hierarchy, day) %}
    {%- set branches = [] -%}
    {%- if hierarchy.get('top_age') -%}
        {%- set latest = dbt_crowd._latest_birth(hierarchy.as_of, hierarchy.top_age) -%}
        {%- do branches.append([day ~ " <= '" ~ latest ~ "'", "'aged " ~ hierarchy.top_age ~ "+'"]) -%}
    {%- endif -%}
    {%- if hierarchy.get('bottom') -%}
        {%- do branches.append([day ~ " < '" ~ hierarchy.bottom ~ "'", "'<" ~ hierarchy.bottom ~ "'"]) -%}
    {%- endif -%}
    {%- if hierarchy.get('top') -%}
        {%- do branches.append([day ~ " >= '" ~ hierarchy.top ~ "'", "'" ~ hierarchy.top ~ "+'"]) -%}
    {%- endif -%}
    {%- do return(branches) -%}
{% endmacro %}


{#- The bands of years that the ends cut, as branches whose labels say the years that are left: `1936-1939`. -#}
{% macro _cut_years(hierarchy, size, year) %}
    {%- set first = dbt_crowd._first_year(hierarchy) -%}
    {%- set last = dbt_crowd._last_year(hierarchy) -%}
    {%- set branches = [] -%}
    {%- if first is not none and (first % size > 0 or (last is not none and first >= last - last % size)) -%}
        {%- set end = first - first % size + size -%}
        {%- set end = last + 1 if last is not none and last < end else end -%}
        {%- do branches.append([year ~ " < '" ~ end ~ "'", "'" ~ dbt_crowd._band_label(first, end, 0) ~ "'"]) -%}
    {%- endif -%}
    {%- if last is not none and (last + 1) % size > 0 and not (first is not none and first >= last - last % size) -%}
        {%- set start = last - last % size -%}
        {%- do branches.append([year ~ " >= '" ~ start ~ "'", "'" ~ dbt_crowd._band_label(start, last + 1, 0) ~ "'"]) -%}
    {%- endif -%}
    {%- do return(branches) -%}
{% endmacro %}


{#- The label of a date between the ends: `2024-02-29`, `2024-02`, `2024-Q1`, `2024`, `2020-2024`. -#}
{% macro _date_label(level, years, text) %}
    {%- if years -%}
        {%- set start = dbt_crowd.multiple_below(dbt_crowd.as_whole(dbt_crowd.left_text(text, 4)), years) -%}
        {%- do return(dbt_crowd.as_text(start) ~ "\n    || '-' || " ~ dbt_crowd.as_text(start ~ ' + ' ~ (years - 1))) -%}
    {%- elif level == 'quarter' -%}
        {%- set month = 'substring(' ~ text ~ ', 6, 2)' -%}
        {%- set branches = [[month ~ " < '04'", "'-Q1'"], [month ~ " < '07'", "'-Q2'"], [month ~ " < '10'", "'-Q3'"]] -%}
        {%- do return(dbt_crowd.left_text(text, 4) ~ ' || ' ~ dbt_crowd._case(branches, "'-Q4'")) -%}
    {%- endif -%}
    {%- do return(dbt_crowd.left_text(text, {'day': 10, 'month': 7, 'year': 4}[level])) -%}
{% endmacro %}
