{#- A level's place in its column, found by name: {'index': ... or none, 'faults': [...]}. `key` is what a message calls it. -#}
{% macro _policy_level(levels, name, key, anchor) %}
    {%- for level in levels -%}
        {%- if level == name -%}
            {%- do return({'index': loop.index0, 'faults': []}) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- set hint = '; the nearest is ' ~ dbt_crowd._nearest_word(name, levels) if name is string else '' -%}
    {%- do return({'index': none, 'faults': [
        dbt_crowd._policy_fault(key ~ ' must be one of the levels ' ~ levels | join(', ') ~ hint, name, anchor),
    ]}) -%}
{% endmacro %}
