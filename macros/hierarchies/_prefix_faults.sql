{% macro _prefix_faults(hierarchy) %}
    {%- set faults = [] -%}
    {%- for length in hierarchy.lengths[1:] -%}
        {%- if length >= hierarchy.lengths[loop.index0] -%}
            {%- do faults.append('lengths must fall from level to level: ' ~ length ~ ' is not below ' ~ hierarchy.lengths[loop.index0] ~ '.') -%}
        {%- endif -%}
    {%- endfor -%}
    {%- if hierarchy.get('names') and hierarchy.names | length != hierarchy.lengths | length -%}
        {%- do faults.append('names must be as many as lengths.') -%}
    {%- endif -%}
    {%- if hierarchy.get('groups') and not hierarchy.get('matches') -%}
        {%- do faults.append('groups need matches, so that only codes of the known form are looked up.') -%}
    {%- endif -%}
    {%- if faults -%}
        {%- do return(faults) -%}
    {%- endif -%}
    {%- set levels = [] -%}
    {%- for level in dbt_crowd._prefix_levels(hierarchy) -%}
        {%- if level in levels -%}
            {%- do faults.append('two levels are called ' ~ level ~ '.') -%}
        {%- endif -%}
        {%- do levels.append(level) -%}
    {%- endfor -%}
    {%- set length = hierarchy.lengths | last -%}
    {%- for label, prefixes in (hierarchy.get('fold') or {}).items() -%}
        {%- do faults.extend(dbt_crowd._group_faults('fold', label, prefixes)) -%}
        {%- for prefix in prefixes if prefix | string | length != length -%}
            {%- do faults.append('fold must list prefixes of ' ~ length ~ ' characters, the shortest of lengths. Got: ' ~ prefix ~ '.') -%}
        {%- endfor -%}
    {%- endfor -%}
    {%- if hierarchy.get('groups') -%}
        {%- do faults.extend(dbt_crowd._group_level_faults(hierarchy.groups)) -%}
        {%- if not faults -%}
            {%- do faults.extend(dbt_crowd._prefix_range_faults(hierarchy.groups.values() | list | first, length)) -%}
        {%- endif -%}
    {%- endif -%}
    {%- do return(faults) -%}
{% endmacro %}


{#- Ranges must be prefixes of one length, of digits and upper-case letters, and none may overlap another. -#}
{% macro _prefix_range_faults(groups, length) %}
    {%- set faults = [] -%}
    {%- for members in groups.values() -%}
        {%- for member in members -%}
            {%- set bounds = member.split('-') -%}
            {%- set text = bounds | join('') -%}
            {%- set odd = text | list | reject('in', '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ') | list -%}
            {%- if bounds | length > 2 or odd or text | length != bounds | length * length or bounds[0] > bounds | last -%}
                {%- do faults.append('groups must list prefixes of ' ~ length ~ ' digits or upper-case letters, or ranges of them such as A00-B99. Got: ' ~ member ~ '.') -%}
            {%- endif -%}
        {%- endfor -%}
    {%- endfor -%}
    {%- if faults -%}
        {%- do return(faults) -%}
    {%- endif -%}
    {%- set state = namespace(previous=none) -%}
    {%- for span in dbt_crowd._prefix_ranges(groups) -%}
        {%- if state.previous is not none and span.start <= state.previous.last -%}
            {%- do faults.append('the range that begins with ' ~ span.start ~ ' overlaps the one that begins with ' ~ state.previous.start ~ '.') -%}
        {%- endif -%}
        {%- set state.previous = span -%}
    {%- endfor -%}
    {%- do return(faults) -%}
{% endmacro %}
