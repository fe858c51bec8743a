{#- Columns whose levels are no hierarchy on this data, each with counts of what is wrong (see hierarchy_check_query). -#}
{% macro _search_hierarchy_faults(policy, place) %}
    {%- set faults = {} -%}
    {%- for column in policy.quasi_identifiers -%}
        {%- set labels = [] -%}
        {%- for level in column.levels -%}
            {%- do labels.append('crowd_label_' ~ loop.index0) -%}
        {%- endfor -%}
        {%- set figures = dbt_crowd._counts(dbt_crowd.hierarchy_check_query(dbt_crowd._search_table(place, 'labels_' ~ loop.index), labels)) -%}
        {%- set found = {} -%}
        {%- for name in ['crowd_not_nested', 'crowd_gaps', 'crowd_growing_levels'] if figures[name] -%}
            {%- do found.update({name: figures[name] | int}) -%}
        {%- endfor -%}
        {%- if found -%}
            {%- do faults.update({column.name: found}) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- do return(faults) -%}
{% endmacro %}
