{% macro _bands_faults(hierarchy) %}
    {%- set faults = [] -%}
    {%- set settings = hierarchy.widths + [hierarchy.get('origin') or 0] -%}
    {%- for end in ['bottom', 'top'] if hierarchy.get(end) is number -%}
        {%- do settings.append(hierarchy[end]) -%}
    {%- endfor -%}
    {%- for number in settings if number * number > 10 ** 24 or dbt_crowd._decimal_places(number) > 3 -%}
        {%- do faults.append('widths, origin, top and bottom must be numbers of at most 12 digits and 3 decimals.') -%}
        {%- do return(faults) -%}
    {%- endfor -%}
    {%- set places = dbt_crowd._bands_places(hierarchy) -%}
    {%- for width in hierarchy.widths[1:] -%}
        {%- set finer = dbt_crowd._scaled(hierarchy.widths[loop.index0], places) -%}
        {%- set coarser = dbt_crowd._scaled(width, places) -%}
        {%- if coarser <= finer or coarser % finer != 0 -%}
            {%- do faults.append(
                'widths must each be a multiple of the one before, so that the bands are nested: '
                ~ dbt_crowd._number_label(width) ~ ' is none of ' ~ dbt_crowd._number_label(hierarchy.widths[loop.index0]) ~ '.'
            ) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- if hierarchy.get('bottom') is number and hierarchy.get('top') is number and hierarchy.bottom >= hierarchy.top -%}
        {%- do faults.append('bottom must be below top.') -%}
    {%- endif -%}
    {%- do return(faults) -%}
{% endmacro %}
