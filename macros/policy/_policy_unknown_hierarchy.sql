{#- The fault of a type or hierarchy that nobody knows. `known` are the words that could stand there, `named` the presets. -#}
{% macro _policy_unknown_hierarchy(key, word, known, named, path) %}
    {%- set rule = path ~ '.' ~ key ~ ' must be ' ~ ('a type of hierarchy' if key == 'type' else 'the name of a hierarchy') -%}
    {%- if word is not string -%}
        {%- do return(dbt_crowd._policy_fault(rule, word, key)) -%}
    {%- elif word in named -%}
        {%- do return(dbt_crowd._policy_fault(rule ~ '; ' ~ word ~ ' is a preset, which hierarchy: ' ~ word ~ ' asks for', word, key)) -%}
    {%- endif -%}
    {%- do return(dbt_crowd._policy_fault(rule ~ '; the nearest is ' ~ dbt_crowd._nearest_word(word, known), word, key)) -%}
{% endmacro %}
