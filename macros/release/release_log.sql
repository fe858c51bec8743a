{#- The log table of the schema that a release lives in. -#}
{% macro release_log(relation) %}
    {%- do return(api.Relation.create(
        database=relation.database, schema=dbt_crowd.log_schema(relation), identifier='release_log', type='table'
    )) -%}
{% endmacro %}


{#- The log's columns, in order: one row of it is one judged candidate. Types are kinds that the adapter's type macros know. -#}
{% macro _release_log_columns() %}
    {%- set columns = [
        {'name': 'logged_at', 'type': 'timestamp'},
        {'name': 'invocation_id', 'type': 'string'},
        {'name': 'release_database', 'type': 'string'},
        {'name': 'release_schema', 'type': 'string'},
        {'name': 'release_name', 'type': 'string'},
        {'name': 'unique_id', 'type': 'string'},
        {'name': 'target_name', 'type': 'string'},
        {'name': 'user_name', 'type': 'string'},
        {'name': 'outcome', 'type': 'string'},
        {'name': 'reason', 'type': 'string'},
    ] -%}
    {%- for figure in dbt_crowd.judge_figures() + dbt_crowd.counts_figures() -%}
        {%- do columns.append({'name': figure.name, 'type': figure.type}) -%}
    {%- endfor -%}
    {%- for name in [
        'rungs', 'policy', 'policy_hash', 'inputs', 'hierarchy_hashes', 'sql_hash',
        'content_fingerprint', 'code_revision', 'dbt_version', 'package_version',
    ] -%}
        {%- do columns.append({'name': name, 'type': 'string'}) -%}
    {%- endfor -%}
    {%- do return(columns) -%}
{% endmacro %}


{#- The warehouse's name of a kind of type. -#}
{% macro _log_type(kind) %}
    {%- set types = {
        'timestamp': dbt.type_timestamp(), 'string': dbt.type_string(), 'bigint': dbt.type_bigint(), 'float': dbt_crowd.type_double(),
    } -%}
    {%- do return(types[kind]) -%}
{% endmacro %}


{% macro _create_release_log_sql(log_table) %}
create table if not exists {{ log_table }} (
{%- for column in dbt_crowd._release_log_columns() %}
    {{ column.name }} {{ dbt_crowd._log_type(column.type) }}{{ ',' if not loop.last }}
{%- endfor %}
)
{% endmacro %}


{#- The insert of one log row. `entry` is a mapping of column to value; `sql_values` of column to SQL expression; what neither names is NULL. -#}
{% macro _insert_release_log_sql(log_table, entry, sql_values={}) %}
insert into {{ log_table }} (
{%- for column in dbt_crowd._release_log_columns() %}
    {{ column.name }}{{ ',' if not loop.last }}
{%- endfor %}
)
select
{%- for column in dbt_crowd._release_log_columns() %}
    {{ sql_values[column.name] if column.name in sql_values else dbt_crowd._log_value(entry.get(column.name), column.type) }} as {{ column.name }}{{ ',' if not loop.last }}
{%- endfor %}
{% endmacro %}


{% macro _log_value(value, kind) %}
    {%- if value is none or value is undefined -%}
        {%- do return('cast(null as ' ~ dbt_crowd._log_type(kind) ~ ')') -%}
    {%- elif kind == 'string' -%}
        {%- do return(dbt_crowd.sql_text(value)) -%}
    {%- elif kind == 'timestamp' -%}
        {%- do return('cast(' ~ dbt_crowd.sql_text(value) ~ ' as ' ~ dbt_crowd._log_type(kind) ~ ')') -%}
    {%- endif -%}
    {%- do return(value | string) -%}
{% endmacro %}


{#- What the log says of a candidate whatever became of it. -#}
{% macro _release_log_entry(target_relation, policy, header, figures) %}
    {%- set rungs = [] -%}
    {%- for rung in policy.rungs -%}
        {%- do rungs.append(dbt_crowd.rung_names(policy, rung)) -%}
    {%- endfor -%}
    {%- set entry = {
        'logged_at': modules.datetime.datetime.now(modules.pytz.utc).strftime('%Y-%m-%d %H:%M:%S.%f'),
        'invocation_id': invocation_id,
        'release_database': target_relation.database,
        'release_schema': target_relation.schema,
        'release_name': target_relation.identifier,
        'unique_id': policy.unique_id,
        'target_name': target.name,
        'user_name': target.user if target.user else none,
        'rungs': tojson(rungs),
        'policy': dbt_crowd.policy_as_json(policy),
        'policy_hash': policy.hash,
        'inputs': tojson(dbt_crowd._read_relations(header), sort_keys=true),
        'sql_hash': local_md5(sql) if sql else none,
        'code_revision': var('dbt_crowd_code_revision', env_var('DBT_CROWD_CODE_REVISION', '')) or none,
        'dbt_version': dbt_version,
        'package_version': dbt_crowd.package_version(),
    } -%}
    {%- do entry.update(figures) -%}
    {%- do return(entry) -%}
{% endmacro %}


{#- The relations that a release reads, as its header names them. -#}
{% macro _read_relations(header) %}
    {%- set relations = {'input': header.input, 'hierarchies': header.hierarchies} -%}
    {%- if header.get('population') -%}
        {%- do relations.update({'population': header.population}) -%}
    {%- endif -%}
    {%- do return(relations) -%}
{% endmacro %}
