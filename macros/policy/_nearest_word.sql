{#- The word that is fewest edits away, the first of those; none when there is no word. -#}
{% macro _nearest_word(word, words) %}
    {%- set state = namespace(nearest=none, distance=none) -%}
    {%- for candidate in words -%}
        {%- set distance = dbt_crowd._edit_distance(word | string | lower, candidate | lower) -%}
        {%- if state.nearest is none or distance < state.distance -%}
            {%- set state.nearest = candidate -%}
            {%- set state.distance = distance -%}
        {%- endif -%}
    {%- endfor -%}
    {%- do return(state.nearest) -%}
{% endmacro %}
