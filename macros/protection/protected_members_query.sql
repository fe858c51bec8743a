{#- The members of a candidate, those of cells that are hidden beside thin ones without their rung. -#}
{% macro protected_members_query(policy, members, tables) %}
    {%- set names = dbt_crowd._quoted_names(dbt_crowd.cell_columns(policy)) -%}
    {%- set lines = ['members.crowd_cell'] -%}
    {%- set on = [] -%}
    {%- set finest = dbt_crowd._finest_labels(policy, 'members.') -%}
    {%- for name in names -%}
        {%- do lines.append('case when members.crowd_rung = 1 and hidden.crowd_hidden = 1 then members.' ~ name ~ ' else members.crowd_label_' ~ loop.index ~ ' end as crowd_label_' ~ loop.index) -%}
        {%- do on.append(dbt_crowd.is_same('hidden.crowd_label_' ~ loop.index, finest[loop.index0])) -%}
    {%- endfor -%}
    {%- set lines = lines + dbt_crowd._qualified('members', names + dbt_crowd._member_columns(policy)) -%}
select
    {{ lines | join(',\n    ') }},
    case when hidden.crowd_hidden is null then members.crowd_rung end as crowd_rung
from {{ members }} as members
left join {{ tables.cells }} as hidden
    on hidden.crowd_hidden = 1
    and {{ on | join('\n    and ') }}
{%- endmacro %}
