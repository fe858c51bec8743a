{#-
    Opens a search for a release's rungs: one scan of the input becomes a table of codes and counts in the private
    schema, and everything that holds a value is dropped again. Prints one line of JSON: the table, counts and names.
    model   unique id of the release
    header  the facts of its compiled first line
    token   names the search's tables; the driver makes it, so that it can drop them whatever happens
-#}
{% macro search_open(model, header, token=none) %}
    {%- set node = graph.nodes[model] -%}
    {%- set policy = dbt_crowd.resolve_policy(node) -%}
    {%- set input = dbt_crowd._existing_relation(policy, header.input, 'input') -%}
    {%- set hierarchies = dbt_crowd._existing_hierarchies(policy, header) -%}
    {%- set population = dbt_crowd._existing_population(policy, header) -%}
    {%- do dbt_crowd._refuse_unsearchable(policy, input, hierarchies, population) -%}
    {%- set place = dbt_crowd._search_place(node, token or dbt_crowd._search_token()) -%}
    {%- do dbt_crowd.ensure_schema(dbt_crowd._search_table(place, 'tuples')) -%}
    {%- do dbt_crowd._drop_search_tables(place, left_over=true) -%}
    {%- set scan = dbt_crowd._search_scan(policy, place, input, hierarchies) -%}
    {%- set answer = {
        'version': dbt_crowd.package_version(),
        'token': place.token,
        'rows': scan.rows,
        'persons': scan.persons,
        'rows_without_person': scan.rows_without_person,
        'policy': dbt_crowd._search_policy(policy),
    } -%}
    {%- if scan.rows -%}
        {%- do dbt_crowd._search_labels(policy, place, hierarchies) -%}
        {%- do answer.update(dbt_crowd._search_facts(policy, place)) -%}
        {%- if not answer.hierarchy_faults -%}
            {%- do answer.update({'plan': dbt_crowd._search_tuples(policy, place, scan, answer.columns, population, hierarchies)}) -%}
        {%- endif -%}
    {%- endif -%}
    {%- do dbt_crowd._drop_search_values(policy, place) -%}
    {%- do dbt_crowd._search_commit() -%}
    {%- do print('dbt_crowd:' ~ tojson(answer)) -%}
{% endmacro %}


{#- What the driver needs of the policy: settings and names, no SQL. -#}
{% macro _search_policy(policy) %}
    {%- set told = {} -%}
    {%- for key in [
        'name', 'unique_id', 'k', 'privacy_unit', 'max_suppression', 'max_suppression_ratio', 'objective', 'max_rungs',
        'nulls', 'unmapped', 'allow_empty', 'rungs', 'hash',
    ] -%}
        {%- do told.update({key: policy[key]}) -%}
    {%- endfor -%}
    {%- do return(told) -%}
{% endmacro %}


{#- The input, the hierarchies and the population as the release itself would refuse them. -#}
{% macro _refuse_unsearchable(policy, input, hierarchies, population) %}
    {%- set sentences = [] -%}
    {%- if policy.get('measures') -%}
        {%- do dbt_crowd.refuse(dbt_crowd._with_subject(policy.name, ['publishes counts, whose rungs are written by hand: what a search makes small is the loss of records. See docs/counts.md#the-ladder'])) -%}
    {%- endif -%}
    {%- for fault in dbt_crowd._inventory_faults(policy, input, hierarchies, population) -%}
        {%- do sentences.append('cannot be searched: ' ~ fault.words) -%}
    {%- endfor -%}
    {%- if sentences -%}
        {%- do dbt_crowd.refuse(dbt_crowd._with_subject(policy.name, sentences)) -%}
    {%- endif -%}
{% endmacro %}
