{#-
    dbt run-operation dbt_crowd.attack_facts --args '{model: circulation_counts}': what an attack on published counts starts
    from, by number and without a label: of every finest cell its count and persons, whether it is published, in a fold or
    hidden, and the published exact totals that it is a part of. Prints one line, `dbt_crowd:` and JSON.
-#}
{% macro attack_facts(model, version=none) %}
    {%- set node = dbt_crowd.release_node(model, version) -%}
    {%- set policy = dbt_crowd.resolve_policy(node) -%}
    {%- set place = dbt_crowd._release_place(node) -%}
    {%- set private = dbt_crowd.relation_of(dbt_crowd.private_copy(place)) -%}
    {%- if not policy.get('measures') or private is none -%}
        {%- do dbt_crowd.refuse(dbt_crowd._with_subject(policy.name, ['has no published counts to attack' ~ ('' if policy.get('measures') else ': it publishes records') ~ '. See docs/counts.md#attack'])) -%}
    {%- endif -%}
    {%- set numbers = dbt_crowd._counts(dbt_crowd._attack_query(policy, private, dbt_crowd._needed_protection(policy, place))) -%}
    {%- do print('dbt_crowd:' ~ tojson({
        'version': dbt_crowd.package_version(), 'model': policy.name, 'k': policy.k, 'totals': policy.totals,
        'protection': policy.protection or policy.k, 'counts_are_persons': not policy.privacy_unit, 'numbers': numbers,
    })) -%}
{% endmacro %}


{#- One row of texts, numbers in the order of the cells; a total that is withdrawn, or not published at all, is 0. Totals are those of the policy, by their labels. -#}
{% macro _attack_query(policy, private, tables) %}
    {%- set labels = [] -%}
    {%- set own = [] -%}
    {%- for label in dbt_crowd._finest_labels(policy) -%}
        {%- do labels.append(label ~ ' as crowd_finest_' ~ loop.index) -%}
        {%- do own.append('crowd_finest_' ~ loop.index) -%}
    {%- endfor -%}
    {%- set names = dbt_crowd._quoted_names(dbt_crowd.cell_columns(policy)) -%}
    {%- set lines = [] -%}
    {%- for name in ['crowd_cell', 'crowd_count', 'crowd_persons', 'crowd_rung', 'crowd_fold'] -%}
        {%- do lines.append(dbt_crowd.listed(dbt_crowd.as_text('cells.' ~ name), 'cells.crowd_cell') ~ ' as ' ~ name) -%}
    {%- endfor -%}
    {%- set totals = dbt_crowd._attacked_totals(policy, tables) -%}
    {%- for total in totals.lines -%}
        {%- do lines.append(dbt_crowd.listed(dbt_crowd.as_text('cells.crowd_line_' ~ loop.index), 'cells.crowd_cell') ~ ' as crowd_line_' ~ loop.index) -%}
    {%- endfor -%}
with members as (
    select
        candidate.*,
        {{ labels | join(',\n        ') }}
    from {{ private }} as candidate
),

cells as (
    select
        crowd_cell,
        {{ own | join(',\n        ') }},
        sum(crowd_rows) as crowd_count,
        {{ 'count(crowd_person)' if policy.privacy_unit else 'sum(crowd_rows)' }} as crowd_persons,
        coalesce(max(crowd_rung), 0) as crowd_rung,
        dense_rank() over (order by coalesce(max(crowd_rung), 0), min({{ names | join('), min(') }})) as crowd_fold
    from members
    group by
        crowd_cell,
        {{ own | join(',\n        ') }}
)
{%- if totals.lines %},

numbered_totals as (
    select
        cells.*,
        {{ totals.lines | join(',\n        ') }}
    from cells
    {{ totals.joins | join('\n    ') }}
)
{%- endif %}

select
    {{ lines | join(',\n    ') }}
from {{ 'numbered_totals as cells' if totals.lines else 'cells' }}
{% endmacro %}


{#- The number of the total that a cell is a part of, for each margin, and the joins that find those withdrawn: {'lines', 'joins'}. -#}
{% macro _attacked_totals(policy, tables) %}
    {%- set joins = [] -%}
    {%- set totals = [] -%}
    {%- for margin in policy.total_by if tables is not none -%}
        {%- set alias = 'margin_' ~ loop.index -%}
        {%- set keys = [] -%}
        {%- for name in dbt_crowd.cell_columns(policy) if name in margin -%}
            {%- do keys.append('cells.crowd_finest_' ~ (dbt_crowd.cell_columns(policy).index(name) + 1)) -%}
        {%- endfor -%}
        {%- set number = (policy.total_by | length) ~ ' * dense_rank() over (order by ' ~ keys | join(', ') ~ ') + ' ~ loop.index if keys else loop.index -%}
        {%- do totals.append('case when ' ~ alias ~ '.crowd_withdrawn is null then ' ~ number ~ ' else 0 end as crowd_line_' ~ loop.index) -%}
        {%- do joins.append('left join ' ~ tables.lines ~ ' as ' ~ alias ~ '\n        on ' ~ alias ~ '.crowd_withdrawn = 1\n        and '
            ~ dbt_crowd._on_margin(policy, margin, loop.index, alias, 'cells', 'crowd_finest_') | join('\n        and ')) -%}
    {%- endfor -%}
    {%- do return({'lines': totals, 'joins': joins}) -%}
{% endmacro %}
