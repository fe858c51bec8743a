{#-
    The CTEs of a policy's table hierarchies, one each, named `hierarchy_<number of the column>`: values and labels
    normalised as the input's are. A value `*` would stand for uncovered ones, so it is left out.
    relations   column name to relation
-#}
{% macro hierarchy_ctes(policy, relations) %}
    {%- set ctes = [] -%}
    {%- for column in policy.quasi_identifiers -%}
        {%- if column.hierarchy.type == 'table' -%}
            {%- do ctes.append(dbt_crowd._hierarchy_cte('hierarchy_' ~ loop.index, column.hierarchy, relations[column.name])) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- do return(ctes) -%}
{% endmacro %}


{% macro _hierarchy_cte(name, hierarchy, relation) %}
    {%- set lines = [] -%}
    {%- for level in hierarchy.levels -%}
        {%- set case = hierarchy.get('case') if loop.first else none -%}
        {%- do lines.append(dbt_crowd.normalised_text(dbt_crowd.quoted(level), case) ~ ' as ' ~ dbt_crowd.hierarchy_label(loop.index0)) -%}
    {%- endfor -%}
    {%- set value = dbt_crowd._trimmed_text(dbt_crowd.quoted(hierarchy.levels[0])) -%}
    {%- set cte -%}
{{ name }} as (
    select
        {{ lines | join(',\n        ') }}
    from {{ relation }}
    where coalesce({{ value }}, '') != '*'
)
    {%- endset -%}
    {%- do return(cte) -%}
{% endmacro %}
