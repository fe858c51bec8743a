{#- A candidate's name says whose it is and which run built it; the release's name is shortened where the whole would not fit. -#}
{% macro _candidate_prefix(target_relation) %}
    {%- set name = target_relation.identifier -%}
    {%- do return((name if name | length <= 24 else name[:16] ~ '_' ~ local_md5(name)[:7]) ~ '__candidate_') -%}
{% endmacro %}


{% macro _candidate_relation(target_relation) %}
    {%- set run = invocation_id | replace('-', '') -%}
    {%- do return(api.Relation.create(
        database=target_relation.database,
        schema=dbt_crowd.private_schema(target_relation),
        identifier=dbt_crowd._candidate_prefix(target_relation) ~ run[:16],
        type='table'
    )) -%}
{% endmacro %}


{#- Whether something of a release stays private: the person column, or what counts were made of. -#}
{% macro has_private_copy(policy) %}
    {%- do return(policy.privacy_unit or policy.get('measures')) -%}
{% endmacro %}


{#- Where the person column stays, for the standing test: the release's name in the private schema. -#}
{% macro private_copy(target_relation) %}
    {%- do return(api.Relation.create(
        database=target_relation.database,
        schema=dbt_crowd.private_schema(target_relation),
        identifier=target_relation.identifier,
        type='table'
    )) -%}
{% endmacro %}


{#- Candidates of runs that ended before they could clean up: dropped and logged, if the run is proven dead. -#}
{% macro _log_abandoned(target_relation, policy, header) %}
    {%- set prefix = dbt_crowd._candidate_prefix(target_relation) -%}
    {%- set own = dbt_crowd._candidate_relation(target_relation) -%}
    {%- for row in dbt.list_relations_without_caching(own) -%}
        {%- set name = row['name'] if 'name' in row.keys() else row[1] -%}
        {%- if name[:prefix | length] == prefix and name | length == own.identifier | length and name != own.identifier -%}
            {%- if dbt_crowd.is_dead_run(target_relation) -%}
                {%- set left_over = api.Relation.create(database=own.database, schema=own.schema, identifier=name, type='table') -%}
                {%- set entry = dbt_crowd._release_log_entry(target_relation, policy, header, {}) -%}
                {%- do entry.update({'outcome': 'abandoned', 'reason': 'the run that built candidate ' ~ name ~ ' ended before it could publish or refuse it'}) -%}
                {%- do dbt_crowd.run_together('abandoned', [
                    dbt_crowd.drop_statement(left_over), dbt_crowd._insert_release_log_sql(dbt_crowd.release_log(target_relation), entry),
                ]) -%}
                {%- do adapter.commit() -%}
            {%- else -%}
                {%- do log('dbt_crowd: ' ~ policy.name ~ ': candidate ' ~ name ~ ' is left over or belongs to a run that is still going; it was left alone', info=true) -%}
            {%- endif -%}
        {%- endif -%}
    {%- endfor -%}
{% endmacro %}
