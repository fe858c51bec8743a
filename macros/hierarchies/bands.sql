{#-
    Bands of numbers: half-open, side by side from `origin`, each level's width a multiple of the one before. Values
    from `top` on and below `bottom` are one class each at every level, and the bands next to them end there.

    All arithmetic is on whole numbers below 10^15, which no engine rounds: settings with decimals are scaled by a power
    of ten first, and then numbers are covered below 10^12.
-#}
{% macro _bands_levels(hierarchy) %}
    {%- set levels = ['value'] -%}
    {%- for width in hierarchy.widths -%}
        {%- do levels.append(dbt_crowd._number_label(width) ~ ' ' ~ (hierarchy.get('unit') or 'wide')) -%}
    {%- endfor -%}
    {%- do return(levels + ['*']) -%}
{% endmacro %}


{% macro _bands_expressions(hierarchy, column) %}
    {%- set digits = 12 if dbt_crowd._bands_places(hierarchy) else 15 -%}
    {%- set number = dbt_crowd.as_number(dbt_crowd.as_text(column), digits) -%}
    {%- set text = dbt_crowd._trimmed_text(column) -%}
    {%- set ends = dbt_crowd._band_ends(hierarchy, number) -%}
    {%- set value = [number ~ ' is not null', dbt_crowd.number_as_text(number)] -%}
    {%- set expressions = [dbt_crowd._label_case(ends + [value], text)] -%}
    {%- for width in hierarchy.widths -%}
        {%- do expressions.append(dbt_crowd._label_case(ends + dbt_crowd._bands(hierarchy, width, number), text)) -%}
    {%- endfor -%}
    {%- do return(expressions + ["'*'"]) -%}
{% endmacro %}


{#- The classes below bottom and from top on, as branches. -#}
{% macro _band_ends(hierarchy, number) %}
    {%- set branches = [] -%}
    {%- if hierarchy.get('bottom') is number -%}
        {%- set bottom = dbt_crowd._number_label(hierarchy.bottom) -%}
        {%- do branches.append([number ~ ' < ' ~ bottom, "'<" ~ bottom ~ "'"]) -%}
    {%- endif -%}
    {%- if hierarchy.get('top') is number -%}
        {%- set top = dbt_crowd._number_label(hierarchy.top) -%}
        {%- do branches.append([number ~ ' >= ' ~ top, "'" ~ top ~ "+'"]) -%}
    {%- endif -%}
    {%- do return(branches) -%}
{% endmacro %}


{#- All bands of one width between the two ends, as branches. -#}
{% macro _bands(hierarchy, width, number) %}
    {%- set places = dbt_crowd._bands_places(hierarchy) -%}
    {%- set size = dbt_crowd._scaled(width, places) -%}
    {%- set origin = dbt_crowd._scaled(hierarchy.get('origin') or 0, places) -%}
    {%- set bottom = dbt_crowd._scaled(hierarchy.bottom, places) if hierarchy.get('bottom') is number else none -%}
    {%- set top = dbt_crowd._scaled(hierarchy.top, places) if hierarchy.get('top') is number else none -%}
    {%- set band_of_top = [top - dbt_crowd._above_multiple(top - origin, size), top] if top is not none else none -%}
    {%- set branches = [] -%}
    {%- if bottom is not none and (dbt_crowd._above_multiple(bottom - origin, size) > 0 or (top is not none and bottom >= band_of_top[0])) -%}
        {%- set end = bottom - dbt_crowd._above_multiple(bottom - origin, size) + size -%}
        {%- set end = top if top is not none and top <= end else end -%}
        {%- do branches.append([number ~ ' < ' ~ dbt_crowd._scaled_label(end, places), "'" ~ dbt_crowd._band_label(bottom, end, places) ~ "'"]) -%}
        {%- if end == top -%}
            {%- do return(branches) -%}
        {%- endif -%}
    {%- endif -%}
    {%- if top is not none and band_of_top[0] < top -%}
        {%- do branches.append([number ~ ' >= ' ~ dbt_crowd._scaled_label(band_of_top[0], places), "'" ~ dbt_crowd._band_label(band_of_top[0], top, places) ~ "'"]) -%}
    {%- endif -%}
    {%- do return(branches + dbt_crowd._whole_bands(hierarchy, size, dbt_crowd._above_multiple(origin, size), places, number)) -%}
{% endmacro %}


{#- The bands that nothing cuts, as branches: `40-44`, `-5 to -1`, and with decimals `[37.5, 38.0)`. -#}
{% macro _whole_bands(hierarchy, size, shift, places, number) %}
    {%- set whole = 'floor(' ~ number ~ (' * ' ~ 10 ** places if places else '') ~ ')' -%}
    {%- set start = dbt_crowd.multiple_below('(' ~ whole ~ ' - ' ~ shift ~ ')' if shift else whole, size) -%}
    {%- set low = dbt_crowd.scaled_as_text(start ~ ' + ' ~ shift if shift else start, places) -%}
    {%- set high = dbt_crowd.scaled_as_text(start ~ ' + ' ~ (shift + size - (0 if places else 1)), places) -%}
    {%- if places -%}
        {%- do return([[number ~ ' is not null', "'[' || " ~ low ~ "\n    || ', ' || " ~ high ~ " || ')'"]]) -%}
    {%- elif size == 1 -%}
        {%- do return([[number ~ ' is not null', low]]) -%}
    {%- endif -%}
    {%- set branches = [] -%}
    {%- if not (hierarchy.get('bottom') is number and hierarchy.bottom >= 0) -%}
        {%- do branches.append([number ~ ' < ' ~ shift, low ~ "\n    || ' to ' || " ~ high]) -%}
    {%- endif -%}
    {%- if not (hierarchy.get('top') is number and hierarchy.top <= shift) -%}
        {%- do branches.append([number ~ ' >= ' ~ shift, low ~ "\n    || '-' || " ~ high]) -%}
    {%- endif -%}
    {%- do return(branches) -%}
{% endmacro %}
