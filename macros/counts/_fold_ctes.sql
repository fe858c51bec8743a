{#- The finest cells, numbered, with their persons; those of at least k are served by the first rung. -#}
{% macro _cells_cte(policy, labels, rung) %}
    {%- set keys = dbt_crowd._cell_keys(policy, labels, rung) -%}
    {%- set size = 'count(crowd_person)' if policy.privacy_unit else 'sum(crowd_rows)' -%}
    {%- set lines = keys[:] -%}
    {%- for label in labels if label.alias not in keys -%}
        {%- do lines.append('min(' ~ label.alias ~ ') as ' ~ label.alias) -%}
    {%- endfor -%}
    {%- set lines = lines + [
        'row_number() over (order by ' ~ (keys or ['count(*)']) | join(' nulls last, ') ~ ' nulls last) as crowd_cell',
        'case when ' ~ size ~ ' > 0 then 1 else 0 end as crowd_inhabited',
        'case when ' ~ size ~ ' >= ' ~ policy.k ~ ' then 1 end as crowd_rung',
    ] -%}
    {%- set cte -%}
cells as (
    select
        {{ lines | join(',\n        ') }}
    from members
    {%- if keys %}
    group by
        {{ keys | join(',\n        ') }}
    {%- endif %}
)
    {%- endset -%}
    {%- do return(cte) -%}
{% endmacro %}


{#- The members with the number of their cell. -#}
{% macro _placed_cte(policy, labels, rung) %}
    {%- set keys = dbt_crowd._cell_keys(policy, labels, rung) -%}
    {%- set lines = ['cells.crowd_cell'] + dbt_crowd._qualified('members', dbt_crowd._member_columns(policy)) -%}
    {%- set cte -%}
placed as (
    select
        {{ lines | join(',\n        ') }}
    from members
    inner join cells
        on {{ dbt_crowd._join_on('members', 'cells', keys, '        ') }}
)
    {%- endset -%}
    {%- do return(cte) -%}
{% endmacro %}


{#- What is carried of every member: the person, and what is added up. -#}
{% macro _member_columns(policy) %}
    {%- set names = (['crowd_person'] if policy.privacy_unit else []) + ['crowd_rows', 'crowd_unmapped'] -%}
    {%- for column in dbt_crowd.measured_columns(policy) -%}
        {%- do names.extend(['crowd_value_' ~ loop.index, 'crowd_known_' ~ loop.index]) -%}
    {%- endfor -%}
    {%- do return(names) -%}
{% endmacro %}


{#- Thin cells folded together at a rung, persons counted anew. crowd_group is the fold's number: that of its first cell. -#}
{% macro _folds_cte(policy, number, before, keys) %}
    {%- set size = 'count(distinct placed.crowd_person)' if policy.privacy_unit else 'sum(placed.crowd_rows)' -%}
    {%- set cells = 'count(distinct case when ' ~ before ~ '.crowd_inhabited = 1 then ' ~ before ~ '.crowd_cell end)' -%}
    {%- set lines = dbt_crowd._qualified(before, keys) -%}
    {%- set cte -%}
folds_{{ number }} as (
    select
        {{ (lines + ['min(' ~ before ~ '.crowd_cell) as crowd_group', size ~ ' as crowd_size', cells ~ ' as crowd_cells']) | join(',\n        ') }}
    from {{ before }}
    inner join placed
        on {{ before }}.crowd_cell = placed.crowd_cell
    where {{ before }}.crowd_rung is null
    {%- if lines %}
    group by
        {{ lines | join(',\n        ') }}
    {%- endif %}
)
    {%- endset -%}
    {%- do return(cte) -%}
{% endmacro %}


{#-
    Conditions under which a total of thin cells is a crowd and tells nothing of any of them: each is known to hold 1 to k - 1,
    and with all others at their least, or at their most, it can still be either.
    size    SQL of the persons of the fold
    cells   SQL of the number of its thin cells
-#}
{% macro fold_tells_nothing(size, cells, k) %}
    {%- do return([
        size ~ ' >= ' ~ k,
        size ~ ' >= ' ~ (k - 1) ~ ' + (' ~ cells ~ ' - 1)',
        size ~ ' <= ' ~ (k - 1) ~ ' * (' ~ cells ~ ' - 1) + 1',
    ]) -%}
{% endmacro %}


{#- The cells after a rung: those that it served, beside those served before. -#}
{% macro _folded_cte(policy, number, before, labels, keys) %}
    {%- set fold = 'folds_' ~ number -%}
    {%- set holds = dbt_crowd.fold_tells_nothing(fold ~ '.crowd_size', fold ~ '.crowd_cells', policy.k) -%}
    {%- set group = before ~ '.crowd_group' if number > 2 else 'case when ' ~ before ~ '.crowd_rung = 1 then ' ~ before ~ '.crowd_cell end' -%}
    {%- set carried = dbt_crowd._pluck(labels, 'alias') -%}
    {%- for column in policy.sensitive -%}
        {%- do carried.append('crowd_sensitive_' ~ loop.index) -%}
    {%- endfor -%}
    {%- set lines = dbt_crowd._qualified(before, carried + ['crowd_cell', 'crowd_inhabited']) -%}
    {%- set cte -%}
rung_{{ number }} as (
    select
        {{ lines | join(',\n        ') }},
        coalesce({{ group }}, {{ fold }}.crowd_group) as crowd_group,
        coalesce({{ before }}.crowd_rung, case when {{ fold }}.crowd_group is not null then {{ number }} end) as crowd_rung
    from {{ before }}
    left join {{ fold }}
        on {{ before }}.crowd_rung is null
        and {{ dbt_crowd._join_on(before, fold, keys, '        ') }}
        and {{ holds | join('\n        and ') }}
)
    {%- endset -%}
    {%- do return(cte) -%}
{% endmacro %}
