{#- The failing judge's row of a published release; no row when it keeps its policy. What cannot be judged is an error, never a pass. -#}
{% macro judge_release_query(relation) %}
    {%- do dbt_crowd._require_whole_relation('keeps_its_policy', relation) -%}
    {%- set policy = dbt_crowd.resolve_policy(dbt_crowd._release_node(relation)) -%}
    {%- set release = dbt_crowd.relation_of(relation) -%}
    {%- set log_table = dbt_crowd.relation_of(dbt_crowd.release_log(relation)) -%}
    {%- set private = dbt_crowd.private_relation_of(dbt_crowd.private_copy(relation)) if dbt_crowd.has_private_copy(policy) else none -%}
    {%- set faults = [] -%}
    {%- if release is none or log_table is none -%}
        {%- do faults.append('has no release to judge: build it with dbt build -s ' ~ policy.name) -%}
    {%- elif policy.get('measures') and private is none -%}
        {%- do faults.append('is judged by what its counts were made of, and its private copy is not there: build the release again. See docs/counts.md#what-stays-private') -%}
    {%- elif policy.privacy_unit and private is none -%}
        {%- do faults.append('counts persons by ' ~ policy.privacy_unit ~ ', and its private copy is not there to count them in: build the release again. See docs/release.md#private-copy') -%}
    {%- endif -%}
    {%- set overall = dbt_crowd.private_relation_of(dbt_crowd.stored_overall(relation)) if dbt_crowd._compares_with_input(policy) else none -%}
    {%- if not faults -%}
        {%- set faults = dbt_crowd._stored_overall_faults(policy, overall) -%}
    {%- endif -%}
    {%- if faults -%}
        {%- do dbt_crowd.refuse(dbt_crowd._with_subject(policy.name, faults)) -%}
    {%- endif -%}
    {%- if policy.get('measures') -%}
        {%- do return(dbt_crowd.judge_counts_release_query(policy, relation, release, private)) -%}
    {%- endif -%}
    {%- set reads = {'hierarchies': {}} -%}
    {%- if policy.get('population') or policy.sensitive | selectattr('name', 'in', dbt_crowd._pluck(dbt_crowd._table_hierarchies(policy), 'name')) | list -%}
        {%- set reads = dbt_crowd._logged_header(policy, dbt_crowd._release_node(relation)) -%}
    {%- endif -%}
    {%- set hierarchies = dbt_crowd._existing_hierarchies(policy, reads) -%}
    {%- set population = dbt_crowd._existing_population(policy, reads) -%}
    {%- if policy.get('population') and population is none -%}
        {%- do dbt_crowd.refuse(dbt_crowd._with_subject(policy.name, ['was released without a population, which its policy now asks for: build it again'])) -%}
    {%- endif -%}
    {%- set undeclared = dbt_crowd._undeclared_columns(release, dbt_crowd.published_columns(policy)) | length -%}
    {%- set judged = dbt_crowd.judge(
        policy, private if policy.privacy_unit else release, none, hierarchies, undeclared=undeclared, overall=overall, population=population,
        logged='(\n        ' ~ (dbt_crowd._last_release_query(relation) | trim | replace('\n    ', '\n        ')) ~ '\n    )', release=release
    ) -%}
select *
from (
    {{ judged | replace('\n', '\n    ') | replace('    \n', '\n') }}
) as judged
where crowd_satisfied = 0
{%- if flags.EMPTY %}
    and not (crowd_input_rows is null and crowd_rows = 0 and crowd_rows_unlike_private = 0)
{%- endif %}
{% endmacro %}


{#- A policy that compares with the whole input needs what was stored of it when the release was made. -#}
{% macro _stored_overall_faults(policy, overall) %}
    {%- if not dbt_crowd._compares_with_input(policy) -%}
        {%- do return([]) -%}
    {%- endif -%}
    {%- set there = dbt_crowd._lower_names(adapter.get_columns_in_relation(overall)) if overall is not none else [] -%}
    {%- for field in dbt_crowd._overall_fields(dbt_crowd.sensitive_columns(policy)) if field.name not in there -%}
        {%- do return(['compares its classes with the whole input, and how that was distributed is not stored: build the release again. See docs/criteria.md#the-standing-test']) -%}
    {%- endfor -%}
    {%- do return([]) -%}
{% endmacro %}


{#- The log row of what stands: the last release, or the empty structure that was made because there was none. -#}
{% macro _last_release_query(relation) -%}
    select *
    from {{ dbt_crowd.release_log(relation) }}
    where (outcome = 'released' or (outcome = 'structure' and crowd_rows = 0))
        and release_name = {{ dbt_crowd.sql_text(relation.identifier) }}
        and release_schema = {{ dbt_crowd.sql_text(relation.schema) }}
    order by logged_at desc
    limit 1
{%- endmacro %}


{#- The release model that a relation comes from: by the test's own node where dbt says it, else by name. -#}
{% macro _release_node(relation) %}
    {%- if model is defined and model.attached_node and model.attached_node in graph.nodes -%}
        {%- do return(graph.nodes[model.attached_node]) -%}
    {%- endif -%}
    {%- for node in graph.nodes.values() if node.resource_type == 'model' -%}
        {%- if (node.alias or node.name) == relation.identifier and node.schema == relation.schema and node.database == relation.database -%}
            {%- do return(node) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- do dbt_crowd.refuse('dbt_crowd: ' ~ relation.identifier ~ ' is no model of this project, so there is no policy to judge it by. Use the tests with explicit arguments. See docs/tests.md') -%}
{% endmacro %}


{#-
    A test that was softened proves nothing: with `where:` or `limit:` it judges a part of a table, with another `fail_calc`,
    `error_if`, `warn_if` or `severity` it lets what it found pass. (dbt 2 does not show a test its own settings.)
-#}
{% macro _require_whole_relation(test_name, relation) %}
    {%- set faults = [] -%}
    {%- if relation is string or not relation.identifier -%}
        {%- do faults.append('where') -%}
    {%- endif -%}
    {%- set settings = model.config if model is defined and model.resource_type == 'test' else {} -%}
    {%- for key, usual in {'limit': none, 'fail_calc': 'count(*)', 'error_if': '!= 0', 'warn_if': '!= 0', 'severity': 'error'}.items() -%}
        {%- if key in settings and (settings[key] | lower if settings[key] is string else settings[key]) != usual -%}
            {%- do faults.append(key) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- if faults -%}
        {%- do dbt_crowd.refuse('dbt_crowd: ' ~ test_name ~ ' is a gate, and judges a whole table; remove its ' ~ faults | join(', ') ~ '. See docs/tests.md#no-softening') -%}
    {%- endif -%}
{% endmacro %}
