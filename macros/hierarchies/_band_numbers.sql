{#- Every number that the settings of bands hold. -#}
{% macro _band_settings(hierarchy) %}
    {%- set numbers = [hierarchy.get('origin') or 0] -%}
    {%- for end in ['bottom', 'top'] -%}
        {%- if hierarchy.get(end) is number -%}
            {%- do numbers.append(hierarchy[end]) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- do return(numbers + hierarchy.widths) -%}
{% endmacro %}


{#- The settings of bands as whole numbers: times ten for each of `places`, the decimals that they need. -#}
{% macro _scaled_bands(hierarchy) %}
    {%- set places = [] -%}
    {%- for number in dbt_crowd._band_settings(hierarchy) -%}
        {%- do places.append(dbt_crowd._decimal_places(number)) -%}
    {%- endfor -%}
    {%- set scale = 10 ** (places | max) -%}
    {%- set widths = [] -%}
    {%- for width in hierarchy.widths -%}
        {%- do widths.append((width * scale) | round | int) -%}
    {%- endfor -%}
    {%- do return({
        'places': places | max,
        'widths': widths,
        'origin': ((hierarchy.get('origin') or 0) * scale) | round | int,
        'bottom': (hierarchy.bottom * scale) | round | int if hierarchy.get('bottom') is number else none,
        'top': (hierarchy.top * scale) | round | int if hierarchy.get('top') is number else none,
    }) -%}
{% endmacro %}


{#- How many decimals a number is written with: 0 for 5 and 5.0, 1 for 0.5; 9 for what is written with an exponent. -#}
{% macro _decimal_places(number) %}
    {%- set text = number | string | lower -%}
    {%- if 'e' in text -%}
        {%- do return(9) -%}
    {%- elif '.' not in text or text[-2:] == '.0' -%}
        {%- do return(0) -%}
    {%- endif -%}
    {%- do return(text.split('.')[1] | length) -%}
{% endmacro %}


{#- A number as a policy writes it: 5 for 5.0. -#}
{% macro _number_label(number) %}
    {%- do return((number | int if dbt_crowd._decimal_places(number) == 0 else number) | string) -%}
{% endmacro %}


{#- A scaled number with its decimals: 375 with one place is 37.5. -#}
{% macro _scaled_label(number, places) %}
    {%- if places == 0 -%}
        {%- do return(number | string) -%}
    {%- endif -%}
    {%- set digits = '000' ~ (number if number >= 0 else 0 - number) -%}
    {%- set whole = digits[:-places] | int -%}
    {%- do return(('-' if number < 0 else '') ~ whole ~ '.' ~ digits[-places:]) -%}
{% endmacro %}


{#- How far a whole number is above the multiple of another below it; never negative. -#}
{% macro _above_multiple(number, divisor) %}
    {%- set remainder = number % divisor -%}
    {%- do return(remainder + divisor if remainder < 0 else remainder) -%}
{% endmacro %}


{#- The label of the band from start up to, and without, end; both scaled. -#}
{% macro _band_label(start, end, places) %}
    {%- if places -%}
        {%- do return('[' ~ dbt_crowd._scaled_label(start, places) ~ ', ' ~ dbt_crowd._scaled_label(end, places) ~ ')') -%}
    {%- elif end - start == 1 -%}
        {%- do return(start | string) -%}
    {%- endif -%}
    {%- do return(start ~ (' to ' if start < 0 else '-') ~ (end - 1)) -%}
{% endmacro %}
