{#-
    The totals that counts publish beside their measures, one entry each: `name` of the column, `measure` that is added up,
    `by` the columns of the margin. A mean or a share has no total, and exact ones are of counts alone: distinct persons do not add up.
-#}
{% macro count_totals(measures, total_by, totals) %}
    {%- set found = [] -%}
    {%- for names in total_by -%}
        {%- set margin = ('by_' ~ names | join('_')) if names else 'overall' -%}
        {%- for measure in measures if measure.kind in (['count'] if totals == 'exact' else ['count', 'persons', 'sum']) -%}
            {%- do found.append({
                'name': measure.name ~ ('_total_' if totals == 'exact' else '_published_') ~ margin, 'measure': measure, 'by': names,
            }) -%}
        {%- endfor -%}
    {%- endfor -%}
    {%- do return(found) -%}
{% endmacro %}
