{#- Columns whose levels are no hierarchy on this data, each with counts of what is wrong (see hierarchy_check_query). -#}
{% macro _search_hierarchy_faults(policy, place) %}
    {%- set faults = {} -%}
    {%- for row in run_query(dbt_crowd._search_hierarchies_query(policy, place)).rows -%}
        {%- set found = {} -%}
        {%- for name in ['crowd_not_nested', 'crowd_gaps', 'crowd_growing_levels'] -%}
            {%- if row[loop.index] -%}
                {%- do found.update({name: row[loop.index] | int}) -%}
            {%- endif -%}
        {%- endfor -%}
        {%- if found -%}
            {%- do faults.update({policy.quasi_identifiers[row[0] | int].name: found}) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- do return(faults) -%}
{% endmacro %}


{#- The check of each column's labels, a row per column, in one statement. -#}
{% macro _search_hierarchies_query(policy, place) %}
    {%- set selects = [] -%}
    {%- for column in policy.quasi_identifiers -%}
        {%- set labels = [] -%}
        {%- for level in column.levels -%}
            {%- do labels.append('crowd_label_' ~ loop.index0) -%}
        {%- endfor -%}
        {%- set check = dbt_crowd.hierarchy_check_query(dbt_crowd._search_table(place, 'labels_' ~ loop.index), labels) -%}
        {%- do selects.append(
            'select\n    ' ~ loop.index0 ~ ' as crowd_column,\n    crowd_not_nested,\n    crowd_gaps,\n    crowd_growing_levels\nfrom (\n    '
            ~ check | trim | replace('\n', '\n    ') ~ '\n) as checked'
        ) -%}
    {%- endfor -%}
    {%- do return(selects | join('\n\nunion all\n\n') ~ '\n\norder by crowd_column') -%}
{% endmacro %}
