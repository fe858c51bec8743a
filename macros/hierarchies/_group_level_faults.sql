{#-
    What is wrong with levels of groups: labels that are no text or `*`, empty lists, a value or label in two groups,
    and, from one level to the next, labels that are missing or that the level below does not have.
-#}
{% macro _group_level_faults(levels) %}
    {%- set faults = [] -%}
    {%- set state = namespace(below=none, below_name='') -%}
    {%- if levels is not mapping or levels | length == 0 -%}
        {%- do return(['levels must hold at least one level with its groups.']) -%}
    {%- endif -%}
    {%- for name, groups in levels.items() -%}
        {%- if groups is not mapping or groups | length == 0 -%}
            {%- do faults.append('level ' ~ name ~ ' must hold at least one group.') -%}
            {%- do return(faults) -%}
        {%- endif -%}
        {%- set members = [] -%}
        {%- for label, listed in groups.items() -%}
            {%- do faults.extend(dbt_crowd._group_faults(name, label, listed)) -%}
            {%- for member in (listed if listed is sequence and listed is not string else []) -%}
                {%- if member in members -%}
                    {%- do faults.append('level ' ~ name ~ ' has ' ~ member ~ ' twice; each belongs to one group.') -%}
                {%- endif -%}
                {%- do members.append(member) -%}
            {%- endfor -%}
        {%- endfor -%}
        {%- for label in (state.below or []) if label not in members -%}
            {%- do faults.append('level ' ~ name ~ ' leaves out ' ~ label ~ ', a label of level ' ~ state.below_name ~ '.') -%}
        {%- endfor -%}
        {%- for member in members if state.below is not none and member not in state.below -%}
            {%- do faults.append('level ' ~ name ~ ' groups ' ~ member ~ ', which is no label of level ' ~ state.below_name ~ '.') -%}
        {%- endfor -%}
        {%- set state.below = groups.keys() | list -%}
        {%- set state.below_name = name -%}
    {%- endfor -%}
    {%- do return(faults) -%}
{% endmacro %}


{#- What is wrong with one group. -#}
{% macro _group_faults(level, label, members) %}
    {%- set where = 'level ' ~ level ~ ', group ' ~ label ~ ': ' -%}
    {%- if label is not string -%}
        {%- do return([where ~ 'a label is text; quote what YAML reads as something else.']) -%}
    {%- elif members is string or members is not sequence or members | length == 0 -%}
        {%- do return([where ~ 'a group is a list of at least one member.']) -%}
    {%- endif -%}
    {%- set faults = [] -%}
    {%- for text in [label] + members -%}
        {%- if text is not string -%}
            {%- do faults.append(where ~ text ~ ' is no text; quote what YAML reads as something else.') -%}
        {%- elif text | trim != text or text == '' -%}
            {%- do faults.append(where ~ 'a label or member is not blank and has no blanks around it.') -%}
        {%- elif text == '*' -%}
            {%- do faults.append(where ~ '* is what uncovered values become, and no label.') -%}
        {%- endif -%}
    {%- endfor -%}
    {%- do return(faults) -%}
{% endmacro %}
