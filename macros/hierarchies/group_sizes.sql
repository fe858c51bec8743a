{#-
    How many values a groups hierarchy lists, in all and under each label: {'leaves': 3, 'labels': [{'Northeast': 2,
    'South': 1}, {'US': 3}, {'*': 3}]}, one mapping per level above the value.
-#}
{% macro group_sizes(hierarchy) %}
    {%- set levels = hierarchy.levels.values() | list -%}
    {%- set labels = [] -%}
    {%- set state = namespace(leaves=0) -%}
    {%- for values in levels[0].values() -%}
        {%- set state.leaves = state.leaves + values | length -%}
    {%- endfor -%}
    {%- for level in levels -%}
        {%- set sizes = {} -%}
        {%- for label, values in dbt_crowd._group_values(levels, loop.index0).items() -%}
            {%- do sizes.update({label: values | length}) -%}
        {%- endfor -%}
        {%- do labels.append(sizes) -%}
    {%- endfor -%}
    {%- do return({'leaves': state.leaves, 'labels': labels + [{'*': state.leaves}]}) -%}
{% endmacro %}
