{#- One rung, the classic full-domain generalization: generalize, find the crowds, keep their records. -#}
{% macro _one_rung_ctes(policy, hierarchies, rung) %}
    {%- set selected = [] -%}
    {%- set keys = [] -%}
    {%- set published = [] -%}
    {%- if policy.privacy_unit -%}
        {%- do selected.append(dbt_crowd.person_expression(policy) ~ ' as crowd_person') -%}
        {%- do published.append('generalized.crowd_person') -%}
    {%- endif -%}
    {%- for column in policy.quasi_identifiers -%}
        {%- set name = dbt_crowd.quoted(column.name) -%}
        {%- do selected.append(column.expressions[rung[loop.index0]] | indent(8) ~ ' as ' ~ name) -%}
        {%- do published.append('generalized.' ~ name) -%}
        {%- if not dbt_crowd._is_top_level(column, rung[loop.index0]) -%}
            {%- do keys.append(name) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- for name in dbt_crowd._carried_columns(policy) -%}
        {%- do selected.append(name) -%}
        {%- do published.append('generalized.' ~ name) -%}
    {%- endfor -%}
    {%- set selected = selected + dbt_crowd._sensitive_lines(dbt_crowd.sensitive_columns(policy), whole=true) -%}
    {%- if policy.get('publish_rung') -%}
        {%- do published.append(dbt_crowd.as_text('1') ~ ' as crowd_rung') -%}
    {%- endif -%}
    {%- set published = published + dbt_crowd._routed_sensitive(policy, 'generalized') -%}
    {%- if dbt_crowd._has_places(policy) -%}
        {%- do published.append('crowds.crowd_place') -%}
    {%- endif -%}
    {%- set generalized -%}
generalized as (
    select
        {{ selected | join(',\n        ') }}
    {{ dbt_crowd._from_source(policy, hierarchies) }}
)
    {%- endset -%}
    {%- set released -%}
{{ dbt_crowd._routed_name(policy) }} as (
    select
        {{ published | join(',\n        ') }}
    from generalized
    inner join crowds
        on {{ dbt_crowd._join_on('generalized', 'crowds', keys, '        ') }}
)
    {%- endset -%}
    {%- set crowds = dbt_crowd._crowds_ctes(policy, 'crowds', 'generalized', keys, dbt_crowd._crowd_size(policy), numbered=dbt_crowd._has_places(policy)) -%}
    {%- do return([generalized] + crowds + [released]) -%}
{% endmacro %}


{#- At its `*` a column holds one value, and no class depends on it. -#}
{% macro _is_top_level(column, level) %}
    {%- do return(column.levels[level] == '*' and column.hierarchy.type != 'table') -%}
{% endmacro %}
