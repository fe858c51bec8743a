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
    {%- set text = dbt_crowd._trimmed_text(column) -%}
    {%- set digits = 12 if dbt_crowd._bands_places(hierarchy) else 15 -%}
    {%- set number = dbt_crowd.as_number(dbt_crowd.as_text(column), digits) -%}
    {%- set ends = dbt_crowd._band_ends(hierarchy, number) -%}
    {%- set labels = [dbt_crowd._case(ends, dbt_crowd.number_as_text(number))] -%}
    {%- for width in hierarchy.widths -%}
        {%- set band = dbt_crowd._band(hierarchy, width, number) -%}
        {%- do labels.append(dbt_crowd._case(ends + dbt_crowd._cut_bands(hierarchy, width, number) + band.branches, band.rest)) -%}
    {%- endfor -%}
    {%- set expressions = [] -%}
    {%- for label in labels -%}
        {%- do expressions.append(dbt_crowd._label_case([[dbt_crowd.is_number(dbt_crowd.as_text(column), digits), label]], text)) -%}
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


{#- The bands of one width that an end cuts, as branches whose labels say what is left: `18-19` of 15-19. -#}
{% macro _cut_bands(hierarchy, width, number) %}
    {%- set places = dbt_crowd._bands_places(hierarchy) -%}
    {%- set size = dbt_crowd._scaled(width, places) -%}
    {%- set origin = dbt_crowd._scaled(hierarchy.get('origin') or 0, places) -%}
    {%- set bottom = dbt_crowd._scaled(hierarchy.bottom, places) if hierarchy.get('bottom') is number else none -%}
    {%- set top = dbt_crowd._scaled(hierarchy.top, places) if hierarchy.get('top') is number else none -%}
    {%- set last_start = top - dbt_crowd._above_multiple(top - origin, size) if top is not none else none -%}
    {%- set branches = [] -%}
    {%- if bottom is not none and (dbt_crowd._above_multiple(bottom - origin, size) > 0 or (top is not none and bottom >= last_start)) -%}
        {%- set end = bottom - dbt_crowd._above_multiple(bottom - origin, size) + size -%}
        {%- set end = top if top is not none and top < end else end -%}
        {%- do branches.append([number ~ ' < ' ~ dbt_crowd._scaled_label(end, places), "'" ~ dbt_crowd._band_label(bottom, end, places) ~ "'"]) -%}
    {%- endif -%}
    {%- if top is not none and last_start < top and not (bottom is not none and bottom >= last_start) -%}
        {%- do branches.append([number ~ ' >= ' ~ dbt_crowd._scaled_label(last_start, places), "'" ~ dbt_crowd._band_label(last_start, top, places) ~ "'"]) -%}
    {%- endif -%}
    {%- do return(branches) -%}
{% endmacro %}


{#- The label of any other band, as branches and a rest: `-5 to -1`, `40-44`, and with decimals `[37.5, 38.0)`. -#}
{% macro _band(hierarchy, width, number) %}
    {%- set places = dbt_crowd._bands_places(hierarchy) -%}
    {%- set size = dbt_crowd._scaled(width, places) -%}
    {%- set shift = dbt_crowd._above_multiple(dbt_crowd._scaled(hierarchy.get('origin') or 0, places), size) -%}
    {%- set whole = 'floor(' ~ number ~ (' * ' ~ 10 ** places if places else '') ~ ')' -%}
    {%- set start = dbt_crowd.multiple_below('(' ~ whole ~ ' - ' ~ shift ~ ')' if shift else whole, size) -%}
    {%- set low = dbt_crowd.scaled_as_text(start ~ ' + ' ~ shift if shift else start, places) -%}
    {%- set high = dbt_crowd.scaled_as_text(start ~ ' + ' ~ (shift + size - (0 if places else 1)), places) -%}
    {%- if places -%}
        {%- do return({'branches': [], 'rest': "'[' || " ~ low ~ "\n    || ', ' || " ~ high ~ " || ')'"}) -%}
    {%- elif size == 1 -%}
        {%- do return({'branches': [], 'rest': low}) -%}
    {%- endif -%}
    {%- set positive = low ~ "\n    || '-' || " ~ high -%}
    {%- set negative = low ~ "\n    || ' to ' || " ~ high -%}
    {%- if hierarchy.get('bottom') is number and hierarchy.bottom >= 0 -%}
        {%- do return({'branches': [], 'rest': positive}) -%}
    {%- elif hierarchy.get('top') is number and hierarchy.top <= 0 -%}
        {%- do return({'branches': [], 'rest': negative}) -%}
    {%- endif -%}
    {%- do return({'branches': [[number ~ ' < ' ~ shift, negative]], 'rest': positive}) -%}
{% endmacro %}
