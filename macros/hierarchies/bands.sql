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
    {%- set bands = dbt_crowd._scaled_bands(hierarchy) -%}
    {%- set digits = 12 if bands.places else 15 -%}
    {%- set text = dbt_crowd._trimmed_text(column) -%}
    {%- set is_number = dbt_crowd.is_number(dbt_crowd.as_text(column), digits) -%}
    {%- set number = dbt_crowd.as_number(dbt_crowd.as_text(column), digits) -%}
    {%- set ends = dbt_crowd._band_ends(hierarchy, number) -%}
    {%- set labels = [dbt_crowd._case(ends, dbt_crowd.number_as_text(number))] -%}
    {%- for size in bands.widths -%}
        {%- set band = dbt_crowd._band(bands, size, number) -%}
        {%- do labels.append(dbt_crowd._case(ends + dbt_crowd._cut_bands(bands, size, number) + band.branches, band.rest)) -%}
    {%- endfor -%}
    {%- set expressions = [] -%}
    {%- for label in labels -%}
        {%- do expressions.append(dbt_crowd._label_case([[is_number, label]], text)) -%}
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
{% macro _cut_bands(bands, size, number) %}
    {%- set bottom = bands.bottom -%}
    {%- set top = bands.top -%}
    {%- set first_start = bottom - dbt_crowd._above_multiple(bottom - bands.origin, size) if bottom is not none else none -%}
    {%- set last_start = top - dbt_crowd._above_multiple(top - bands.origin, size) if top is not none else none -%}
    {%- set is_one_band = bottom is not none and top is not none and bottom >= last_start -%}
    {%- set branches = [] -%}
    {%- if bottom is not none and (is_one_band or first_start < bottom) -%}
        {%- set end = top if top is not none and top < first_start + size else first_start + size -%}
        {%- set label = dbt_crowd._band_label(bottom, end, bands.places) -%}
        {%- do branches.append([number ~ ' < ' ~ dbt_crowd._scaled_label(end, bands.places), "'" ~ label ~ "'"]) -%}
    {%- endif -%}
    {%- if top is not none and not is_one_band and last_start < top -%}
        {%- set label = dbt_crowd._band_label(last_start, top, bands.places) -%}
        {%- do branches.append([number ~ ' >= ' ~ dbt_crowd._scaled_label(last_start, bands.places), "'" ~ label ~ "'"]) -%}
    {%- endif -%}
    {%- do return(branches) -%}
{% endmacro %}


{#- The label of any other band, as branches and a rest: `-5 to -1`, `40-44`, and with decimals `[37.5, 38.0)`. -#}
{% macro _band(bands, size, number) %}
    {%- set shift = dbt_crowd._above_multiple(bands.origin, size) -%}
    {%- set whole = 'floor(' ~ number ~ (' * ' ~ 10 ** bands.places if bands.places else '') ~ ')' -%}
    {%- set start = dbt_crowd.multiple_below('(' ~ whole ~ ' - ' ~ shift ~ ')' if shift else whole, size) -%}
    {%- set low = dbt_crowd.scaled_as_text(start ~ ' + ' ~ shift if shift else start, bands.places) -%}
    {%- set high = dbt_crowd.scaled_as_text(start ~ ' + ' ~ (shift + size - (0 if bands.places else 1)), bands.places) -%}
    {%- if bands.places -%}
        {%- do return({'branches': [], 'rest': "'[' || " ~ low ~ "\n    || ', ' || " ~ high ~ " || ')'"}) -%}
    {%- elif size == 1 -%}
        {%- do return({'branches': [], 'rest': low}) -%}
    {%- endif -%}
    {%- set positive = low ~ "\n    || '-' || " ~ high -%}
    {%- set negative = low ~ "\n    || ' to ' || " ~ high -%}
    {%- if bands.bottom is not none and bands.bottom >= 0 -%}
        {%- do return({'branches': [], 'rest': positive}) -%}
    {%- elif bands.top is not none and bands.top <= 0 -%}
        {%- do return({'branches': [], 'rest': negative}) -%}
    {%- endif -%}
    {%- do return({'branches': [[number ~ ' < ' ~ shift, negative]], 'rest': positive}) -%}
{% endmacro %}
