{#- The members, each with the rung that served its cell, the labels it is published at, and those of its finest cell. -#}
{% macro _routed_members_cte(policy, labels, rungs, last) %}
    {%- set carried = dbt_crowd._member_columns(policy) -%}
    {%- set group = 'case when cells.crowd_rung = 1 then cells.crowd_cell end as crowd_group' if last == 'cells' else last ~ '.crowd_group' -%}
    {%- set lines = ['placed.crowd_cell', group, last ~ '.crowd_rung'] -%}
    {%- for column in policy.quasi_identifiers -%}
        {%- do lines.append(dbt_crowd._cell_label(column, loop.index0, rungs[:1], last) ~ ' as crowd_label_' ~ loop.index) -%}
        {%- do lines.append(dbt_crowd._cell_label(column, loop.index0, rungs, last) ~ ' as ' ~ dbt_crowd.quoted(column.name)) -%}
    {%- endfor -%}
    {%- for column in policy.sensitive -%}
        {%- do lines.append(last ~ '.crowd_sensitive_' ~ loop.index ~ ' as crowd_label_' ~ (policy.quasi_identifiers | length + loop.index)) -%}
        {%- do lines.append(last ~ '.crowd_sensitive_' ~ loop.index ~ ' as ' ~ dbt_crowd.quoted(column.name)) -%}
    {%- endfor -%}
    {%- set cte -%}
routed as (
    select
        {{ (lines + dbt_crowd._qualified('placed', carried)) | join(',\n        ') }}
    from placed
    inner join {{ last }}
        on placed.crowd_cell = {{ last }}.crowd_cell
)
    {%- endset -%}
    {%- do return(cte) -%}
{% endmacro %}


{#- The label of a column at the rung that served the cell; the same expression at all of them is written once. -#}
{% macro _cell_label(column, position, rungs, last) %}
    {%- set cases = [] -%}
    {%- set sources = [] -%}
    {%- for rung in rungs -%}
        {%- set level = rung[position] -%}
        {%- if dbt_crowd._is_top_level(column, level) -%}
            {%- set label = dbt_crowd.as_text("'*'") -%}
        {%- else -%}
            {%- set label = last ~ '.' ~ dbt_crowd._label_alias(position, level, column.levels[level]) -%}
        {%- endif -%}
        {%- do cases.append('when ' ~ loop.index ~ ' then ' ~ label) -%}
        {%- do sources.append(label) -%}
    {%- endfor -%}
    {%- if sources | unique | list | length == 1 -%}
        {%- do return(sources[0]) -%}
    {%- endif -%}
    {%- do return('case ' ~ last ~ '.crowd_rung ' ~ cases | join(' ') ~ ' end') -%}
{% endmacro %}


{#- What the candidate holds, all of it named: what withholds a cell takes its rung away. Labels of the finest cell stand there where they are not the published ones. -#}
{% macro _members_select(policy, withheld) %}
    {%- set joins = [] -%}
    {%- set terms = [] -%}
    {%- for name in withheld -%}
        {%- set keys = ['crowd_group'] if name == 'dominated' else dbt_crowd._class_keys(policy) -%}
        {%- do joins.append('left join ' ~ name ~ '\n    on ' ~ dbt_crowd._join_cells('routed', name, keys, '    ')) -%}
        {%- do terms.append(name ~ '.crowd_found is null') -%}
    {%- endfor -%}
    {%- set lines = ['routed.crowd_cell'] -%}
    {%- for name in dbt_crowd.cell_columns(policy) -%}
        {%- do lines.append('case when ' ~ (['routed.crowd_rung = 1'] + terms) | join(' and ') ~ ' then null else routed.crowd_label_' ~ loop.index ~ ' end as crowd_label_' ~ loop.index) -%}
    {%- endfor -%}
    {%- set lines = lines + dbt_crowd._qualified('routed', dbt_crowd._quoted_names(dbt_crowd.cell_columns(policy)) + dbt_crowd._member_columns(policy)) -%}
    {%- do lines.append('case when ' ~ terms | join(' and ') ~ ' then routed.crowd_rung end as crowd_rung' if terms else 'routed.crowd_rung') -%}
    {%- do return('select\n    ' ~ lines | join(',\n    ') ~ '\nfrom routed' ~ ('\n' ~ joins | join('\n') if joins else '')) -%}
{% endmacro %}


{#- The labels of the finest cell of a member, as SQL. -#}
{% macro _finest_labels(policy, alias='') %}
    {%- set labels = [] -%}
    {%- for name in dbt_crowd._quoted_names(dbt_crowd.cell_columns(policy)) -%}
        {%- do labels.append('case when ' ~ alias ~ 'crowd_rung = 1 then ' ~ alias ~ name ~ ' else ' ~ alias ~ 'crowd_label_' ~ loop.index ~ ' end') -%}
    {%- endfor -%}
    {%- do return(labels) -%}
{% endmacro %}


{#- The conditions of a join on keys of which crowd_group and crowd_rung are numbers, and the others labels. -#}
{% macro _join_cells(left, right, keys, indent) %}
    {%- set terms = [] -%}
    {%- for key in keys -%}
        {%- if key in ['crowd_group', 'crowd_rung'] -%}
            {%- do terms.append(left ~ '.' ~ key ~ ' = ' ~ right ~ '.' ~ key) -%}
        {%- else -%}
            {%- do terms.append(dbt_crowd.is_same(left ~ '.' ~ key, right ~ '.' ~ key)) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- do return(terms | join('\n' ~ indent ~ 'and ')) -%}
{% endmacro %}
