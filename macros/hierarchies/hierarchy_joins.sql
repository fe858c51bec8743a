{#-
    The joins that bring the labels of a policy's table hierarchies to the input, '' when it has none. A NULL or blank
    value meets the row of the table whose value is NULL or blank.
    source      the alias that holds the input's columns
-#}
{% macro hierarchy_joins(policy, relations, source) %}
    {%- set joins = [] -%}
    {%- for column in policy.quasi_identifiers -%}
        {%- if column.hierarchy.type == 'table' -%}
            {%- set alias = 'hierarchy_' ~ loop.index -%}
            {%- set value = dbt_crowd._trimmed_text(source ~ '.' ~ dbt_crowd.quoted(column.name), column.hierarchy.get('case')) -%}
            {%- do joins.append('left join ' ~ alias ~ '\n    on ' ~ dbt_crowd.is_same(alias ~ '.' ~ dbt_crowd.hierarchy_label(0), value)) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- do return(joins | join('\n')) -%}
{% endmacro %}
