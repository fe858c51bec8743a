{#- What a level's label is called in the CTE of a table hierarchy; names that no column of an input has. -#}
{% macro hierarchy_label(level) %}
    {%- do return('crowd_value' if level == 0 else 'crowd_level_' ~ level) -%}
{% endmacro %}
