{#- What became of every finest cell, release by release: beside the release log, append-only, for insiders. -#}
{% macro cell_decisions(relation) %}
    {%- do return(api.Relation.create(
        database=relation.database, schema=dbt_crowd.log_schema(relation), identifier='dbt_crowd__cell_decisions', type='table'
    )) -%}
{% endmacro %}


{#- Its columns, in order. -#}
{% macro _decision_columns() %}
    {%- do return([
        {'name': 'logged_at', 'type': 'timestamp'},
        {'name': 'invocation_id', 'type': 'string'},
        {'name': 'release_database', 'type': 'string'},
        {'name': 'release_schema', 'type': 'string'},
        {'name': 'release_name', 'type': 'string'},
        {'name': 'crowd_cell', 'type': 'bigint'},
        {'name': 'cell', 'type': 'string'},
        {'name': 'decision', 'type': 'string'},
        {'name': 'crowd_rung', 'type': 'bigint'},
        {'name': 'size', 'type': 'string'},
    ]) -%}
{% endmacro %}


{% macro _create_cell_decisions_sql(relation) %}
create table if not exists {{ relation }} (
{%- for column in dbt_crowd._decision_columns() %}
    {{ column.name }} {{ dbt_crowd._log_type(column.type) }}{{ ',' if not loop.last }}
{%- endfor %}
)
{% endmacro %}


{#- The decisions of a release that is being published: a row per finest cell. `entry` is its log row. -#}
{% macro _insert_cell_decisions_sql(policy, target_relation, members, entry) %}
    {%- set columns = dbt_crowd._decision_columns() -%}
    {%- set size = 'count(crowd_person)' if policy.privacy_unit else 'sum(crowd_rows)' -%}
    {%- set lines = [] -%}
    {%- set labels = [] -%}
    {%- for label in dbt_crowd._finest_labels(policy) -%}
        {%- do lines.append(label ~ ' as crowd_finest_' ~ loop.index) -%}
        {%- do labels.append('crowd_finest_' ~ loop.index) -%}
    {%- endfor -%}
insert into {{ dbt_crowd.cell_decisions(target_relation) }} (
    {{ columns | map(attribute='name') | join(',\n    ') }}
)
with members as (
    select
        candidate.*,
        {{ lines | join(',\n        ') }}
    from {{ members }} as candidate
)

select
    {%- for column in columns[:5] %}
    {{ dbt_crowd._log_value(entry.get(column.name), column.type) }} as {{ column.name }},
    {%- endfor %}
    crowd_cell,
    {{ dbt_crowd._cell_as_json(policy, labels) }} as cell,
    case when crowd_rung = 1 then 'pass' when crowd_rung > 1 then 'generalize'{{ " when " ~ size ~ " >= " ~ policy.k ~ " then 'complement'" if policy.totals == 'exact' }} else 'suppress' end as decision,
    crowd_rung,
    case when {{ size }} >= {{ policy.k }} then 'at least k' else 'below k' end as size
from members
group by
    crowd_cell,
    crowd_rung,
    {{ labels | join(',\n    ') }}
{% endmacro %}


{#- The labels of a finest cell as JSON, so that all releases have one column for it. -#}
{% macro _cell_as_json(policy, labels) %}
    {%- set parts = ["'{'"] -%}
    {%- for name in dbt_crowd.cell_columns(policy) -%}
        {%- set label = labels[loop.index0] -%}
        {%- do parts.append(dbt_crowd.sql_text(('' if loop.first else ', ') ~ tojson(name) ~ ': ')) -%}
        {%- set state = namespace(label=label) -%}
        {%- for plain, escaped in [['\\', '\\\\'], ['"', '\\"'], ['\n', '\\n'], ['\r', '\\r'], ['\t', '\\t']] -%}
            {%- set state.label = 'replace(' ~ state.label ~ ', ' ~ dbt_crowd.sql_text(plain) ~ ', ' ~ dbt_crowd.sql_text(escaped) ~ ')' -%}
        {%- endfor -%}
        {%- do parts.append('coalesce(' ~ dbt.concat(["'\"'", state.label, "'\"'"]) ~ ", 'null')") -%}
    {%- endfor -%}
    {%- do return(dbt.concat(parts + ["'}'"])) -%}
{% endmacro %}
