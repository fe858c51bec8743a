{#-
    Labels with the values under them, written out in the policy: {'region': {'Northeast': ['MA', 'NY']}, 'country':
    {'US': ['Northeast']}}. The first level groups values, each further one the labels of the level below.
-#}
{% macro _groups_levels(hierarchy) %}
    {%- do return(['value'] + hierarchy.levels.keys() | list + ['*']) -%}
{% endmacro %}


{% macro _groups_expressions(hierarchy, column) %}
    {%- set text = dbt_crowd._trimmed_text(column, hierarchy.get('case')) -%}
    {%- set levels = hierarchy.levels.values() | list -%}
    {%- set every_value = [] -%}
    {%- for values in levels[0].values() -%}
        {%- do every_value.extend(values) -%}
    {%- endfor -%}
    {%- set expressions = [dbt_crowd._label_case([[dbt_crowd._is_in(text, every_value), text]], text)] -%}
    {%- for level in levels -%}
        {%- set branches = [] -%}
        {%- for label, values in dbt_crowd._group_values(levels, loop.index0).items() -%}
            {%- do branches.append([dbt_crowd._is_in(text, values), dbt_crowd.sql_text(label)]) -%}
        {%- endfor -%}
        {%- do expressions.append(dbt_crowd._label_case(branches, text)) -%}
    {%- endfor -%}
    {%- do return(expressions + ["'*'"]) -%}
{% endmacro %}


{#- Label to the values under it, for one level of a list of levels. -#}
{% macro _group_values(levels, index) %}
    {%- set state = namespace(gathered=levels[0]) -%}
    {%- for level in levels[1:index + 1] -%}
        {%- set coarser = {} -%}
        {%- for label, members in level.items() -%}
            {%- set values = [] -%}
            {%- for member in members -%}
                {%- do values.extend(state.gathered[member]) -%}
            {%- endfor -%}
            {%- do coarser.update({label: values}) -%}
        {%- endfor -%}
        {%- set state.gathered = coarser -%}
    {%- endfor -%}
    {%- do return(state.gathered) -%}
{% endmacro %}


{% macro _groups_faults(hierarchy) %}
    {%- set names = hierarchy.levels.keys() | list -%}
    {%- set faults = dbt_crowd._level_name_faults(names) + dbt_crowd._group_level_faults(hierarchy.levels) -%}
    {%- set case = hierarchy.get('case') -%}
    {%- for values in (hierarchy.levels[names[0]].values() if names and not faults and case in ['upper', 'lower'] else []) -%}
        {%- for value in values if value != (value | upper if case == 'upper' else value | lower) -%}
            {%- do faults.append('with case: ' ~ case ~ ' the value ' ~ value ~ ' is never met; write it in that case.') -%}
        {%- endfor -%}
    {%- endfor -%}
    {%- do return(faults) -%}
{% endmacro %}
