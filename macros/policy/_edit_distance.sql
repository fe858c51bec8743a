{#- Levenshtein's distance: how many characters must be inserted, deleted or replaced to make one word of the other. -#}
{% macro _edit_distance(left, right) %}
    {%- set state = namespace(row=range(right | length + 1) | list) -%}
    {%- for left_character in left | list -%}
        {%- set next_row = [loop.index] -%}
        {%- for right_character in right | list -%}
            {%- do next_row.append([
                state.row[loop.index] + 1,
                next_row[loop.index0] + 1,
                state.row[loop.index0] + (0 if left_character == right_character else 1),
            ] | min) -%}
        {%- endfor -%}
        {%- set state.row = next_row -%}
    {%- endfor -%}
    {%- do return(state.row | last) -%}
{% endmacro %}
