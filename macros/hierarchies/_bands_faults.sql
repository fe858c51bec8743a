{% macro _bands_faults(hierarchy) %}
    {%- set faults = [] -%}
    {%- for number in dbt_crowd._band_settings(hierarchy) -%}
        {%- if number >= 10 ** 12 or number <= -1 * 10 ** 12 or dbt_crowd._decimal_places(number) > 3 -%}
            {%- do return(['widths, origin, top and bottom must be numbers of at most 12 digits before the point and 3 behind. Got: ' ~ number ~ '.']) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- set bands = dbt_crowd._scaled_bands(hierarchy) -%}
    {%- for width in bands.widths[1:] -%}
        {%- set finer = bands.widths[loop.index0] -%}
        {%- if width <= finer or width % finer != 0 -%}
            {%- do faults.append(
                'widths must each be a multiple of the one before, so that the bands are nested: '
                ~ dbt_crowd._number_label(hierarchy.widths[loop.index]) ~ ' is none of ' ~ dbt_crowd._number_label(hierarchy.widths[loop.index0]) ~ '.'
            ) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- if bands.bottom is not none and bands.top is not none and bands.bottom >= bands.top -%}
        {%- do faults.append('bottom must be below top.') -%}
    {%- endif -%}
    {%- do return(faults) -%}
{% endmacro %}
