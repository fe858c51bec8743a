{#-
    Mean loss per cell: a label costs the share of its column's domain that it stands for, a suppressed cell all
    of it, scaled so that a column with nothing lost is 0 (docs/concepts.md#information-loss). In a ladder a label
    that stands at several levels counts with its widest share.
-#}
{% macro _loss_ctes(policy) %}
    {%- set labels = dbt_crowd._ladder_labels(policy, policy.rungs) -%}
    {%- set state = namespace(ctes=[], lost=[], weight=0) -%}
    {%- for column in policy.quasi_identifiers -%}
        {%- set own = labels | selectattr('column', 'equalto', loop.index0) | list -%}
        {%- set state.ctes = state.ctes + dbt_crowd._domain_ctes(column, loop.index, own) + dbt_crowd._lost_ctes(column, loop.index, own) -%}
        {%- do state.lost.append((column.weight ~ ' * ' if column.weight != 1 else '') ~ 'lost_' ~ loop.index ~ '.crowd_lost') -%}
        {%- set state.weight = state.weight + column.weight -%}
    {%- endfor -%}
    {%- set loss_figures -%}
loss_figures as (
    select ({{ state.lost | join(' + ') }}) / {{ state.weight }} as crowd_loss
    from lost_1
    {%- for column in policy.quasi_identifiers[1:] %}
    cross join lost_{{ loop.index + 1 }}
    {%- endfor %}
)
    {%- endset -%}
    {%- do return(state.ctes + [loss_figures]) -%}
{% endmacro %}


{#- A column's losses: its published labels, their shares, and what they add up to. -#}
{% macro _lost_ctes(column, number, own_labels) %}
    {%- set name = dbt_crowd.quoted(column.name) -%}
    {%- set double = dbt_crowd.type_double() -%}
    {%- set published_labels -%}
published_{{ number }} as (
    select
        {{ name }} as crowd_label,
        count(*) as crowd_rows
    from published
    group by {{ name }}
)
    {%- endset -%}
    {%- set kept -%}
kept_{{ number }} as (
    select
        cast(coalesce(sum(published_{{ number }}.crowd_rows), 0) as {{ double }}) as crowd_rows,
        cast(coalesce(sum(published_{{ number }}.crowd_rows * coalesce(shares_{{ number }}.crowd_values, case
            when published_{{ number }}.crowd_label = '*' then domain_{{ number }}.crowd_values
            else 1
        end)), 0) as {{ double }}) as crowd_values
    from published_{{ number }}
    cross join domain_{{ number }}
    left join shares_{{ number }}
        on {{ dbt_crowd.is_same('published_' ~ number ~ '.crowd_label', 'shares_' ~ number ~ '.crowd_label') }}
)
    {%- endset -%}
    {%- set lost -%}
lost_{{ number }} as (
    select
        case
            when domain_{{ number }}.crowd_values <= 1 or input_figures.crowd_input_rows = 0 then 0
            else floor(greatest(0, (
                kept_{{ number }}.crowd_values / domain_{{ number }}.crowd_values
                + input_figures.crowd_input_rows - kept_{{ number }}.crowd_rows
                - input_figures.crowd_input_rows / cast(domain_{{ number }}.crowd_values as {{ double }})
            ) / (
                input_figures.crowd_input_rows - input_figures.crowd_input_rows / cast(domain_{{ number }}.crowd_values as {{ double }})
            )) * 1e10) / 1e10
        end as crowd_lost
    from input_figures
    cross join domain_{{ number }}
    cross join kept_{{ number }}
)
    {%- endset -%}
    {%- do return([published_labels, kept, lost]) -%}
{% endmacro %}
