{#- The ladder's CTEs one by one; _ladder_ctes puts them in order. -#}
{% macro _ladder_generalized_cte(policy, hierarchies, labels) %}
    {%- set selected = [] -%}
    {%- if policy.privacy_unit -%}
        {%- do selected.append(dbt_crowd.person_expression(policy) ~ ' as crowd_person') -%}
    {%- endif -%}
    {%- for label in labels -%}
        {%- do selected.append(label.expression | indent(8) ~ ' as ' ~ label.alias) -%}
    {%- endfor -%}
    {%- set selected = selected + dbt_crowd._carried_columns(policy) + dbt_crowd._sensitive_lines(dbt_crowd.sensitive_columns(policy), whole=true) -%}
    {%- set cte -%}
generalized as (
    select
        {{ (selected or ['1 as crowd_row']) | join(',\n        ') }}
    {{ dbt_crowd._from_source(policy, hierarchies) }}
)
    {%- endset -%}
    {%- do return(cte) -%}
{% endmacro %}


{#- One row per combination of labels, and person where persons are counted. -#}
{% macro _tuples_cte(policy, grain) %}
    {%- set lines = grain + ['count(*) as crowd_rows'] -%}
    {%- set cte -%}
tuples as (
    select
        {{ lines | join(',\n        ') }}
    from generalized
    {%- if grain %}
    group by
        {{ grain | join(',\n        ') }}
    {%- endif %}
)
    {%- endset -%}
    {%- do return(cte) -%}
{% endmacro %}


{#- What is known after a rung: who it served, beside who was served before. -#}
{% macro _rung_cte(policy, number, before, grain, keys) %}
    {%- set lines = dbt_crowd._qualified(before, grain + ['crowd_rows']) -%}
    {%- set served = 'case when crowds_' ~ number ~ '.crowd_found = 1 then ' ~ number ~ ' end' -%}
    {%- do lines.append((served if number == 1 else 'coalesce(' ~ before ~ '.crowd_rung, ' ~ served ~ ')') ~ ' as crowd_rung') -%}
    {%- set cte -%}
rung_{{ number }} as (
    select
        {{ lines | join(',\n        ') }}
    from {{ before }}
    left join crowds_{{ number }}
        on {{ dbt_crowd._join_on(before, 'crowds_' ~ number, keys, '        ') }}
)
    {%- endset -%}
    {%- do return(cte) -%}
{% endmacro %}


{#- The records that some rung served, each at that rung's labels. -#}
{% macro _ladder_released_cte(policy, rungs, labels, grain, last) %}
    {%- set lines = ['generalized.crowd_person'] if policy.privacy_unit else [] -%}
    {%- for column in policy.quasi_identifiers -%}
        {%- do lines.append(dbt_crowd._label_by_rung(column, loop.index0, rungs, last) ~ ' as ' ~ dbt_crowd.quoted(column.name)) -%}
    {%- endfor -%}
    {%- if policy.get('publish_rung') -%}
        {%- do lines.append(dbt_crowd.as_text(last ~ '.crowd_rung') ~ ' as crowd_rung') -%}
    {%- endif -%}
    {%- set lines = lines + dbt_crowd._qualified('generalized', dbt_crowd._carried_columns(policy)) + dbt_crowd._routed_sensitive(policy, 'generalized') -%}
    {%- set cte -%}
{{ dbt_crowd._routed_name(policy) }} as (
    select
        {{ lines | join(',\n        ') }}
    from generalized
    inner join {{ last }}
        on {{ dbt_crowd._join_on('generalized', last, grain, '        ') }}
    where {{ last }}.crowd_rung is not null
)
    {%- endset -%}
    {%- do return(cte) -%}
{% endmacro %}


{#- The published label of a column: the one of the rung that served the record. -#}
{% macro _label_by_rung(column, position, rungs, last) %}
    {%- set cases = [] -%}
    {%- set sources = [] -%}
    {%- for rung in rungs -%}
        {%- set level = rung[position] -%}
        {%- if dbt_crowd._is_top_level(column, level) -%}
            {%- set label = dbt_crowd.as_text("'*'") -%}
        {%- else -%}
            {%- set label = 'generalized.' ~ dbt_crowd._label_alias(position, level, column.levels[level]) -%}
        {%- endif -%}
        {%- do cases.append('when ' ~ loop.index ~ ' then ' ~ label) -%}
        {%- if label not in sources -%}
            {%- do sources.append(label) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- if sources | length == 1 -%}
        {%- do return(sources[0]) -%}
    {%- endif -%}
    {%- do return('case ' ~ last ~ '.crowd_rung ' ~ cases | join(' ') ~ ' end') -%}
{% endmacro %}
