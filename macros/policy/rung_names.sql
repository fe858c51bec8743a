{#- A rung as a reader knows it: {'birth_date': 'year', ...}. -#}
{% macro rung_names(policy, rung) %}
    {%- set names = {} -%}
    {%- for column in policy.quasi_identifiers -%}
        {%- do names.update({column.name: column.levels[rung[loop.index0]]}) -%}
    {%- endfor -%}
    {%- do return(names) -%}
{% endmacro %}
