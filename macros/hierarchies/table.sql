{#-
    Levels that stand as columns in a seed or model: the value first, the top last. The relation is joined under an
    alias, see hierarchy_ctes and hierarchy_joins.
-#}
{% macro _table_levels(hierarchy) %}
    {%- do return(hierarchy.levels) -%}
{% endmacro %}


{% macro _table_expressions(hierarchy, column, alias) %}
    {%- do return(dbt_crowd._table_labels(hierarchy, dbt_crowd._trimmed_text(column, hierarchy.get('case')), alias)) -%}
{% endmacro %}


{#- The same over the text that the relation was joined on. -#}
{% macro _table_labels(hierarchy, text, alias) %}
    {%- set expressions = [] -%}
    {%- set is_uncovered = alias ~ '.' ~ dbt_crowd.hierarchy_label(0) ~ ' is null and ' ~ text ~ " != ''" -%}
    {%- for level in hierarchy.levels -%}
        {%- do expressions.append(dbt_crowd._case([[is_uncovered, "'*'"]], alias ~ '.' ~ dbt_crowd.hierarchy_label(loop.index0))) -%}
    {%- endfor -%}
    {%- do return(expressions) -%}
{% endmacro %}


{% macro _table_faults(hierarchy) %}
    {%- if hierarchy.levels | length < 2 -%}
        {%- do return(['levels must name the column of values and at least one coarser column.']) -%}
    {%- endif -%}
    {%- do return([]) -%}
{% endmacro %}
