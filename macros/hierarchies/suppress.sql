{#- The value or nothing. -#}
{% macro _suppress_levels(hierarchy) %}
    {%- do return(['value', '*']) -%}
{% endmacro %}


{% macro _suppress_expressions(hierarchy, column) %}
    {%- do return([dbt_crowd.normalised_text(column, hierarchy.get('case')), "'*'"]) -%}
{% endmacro %}
