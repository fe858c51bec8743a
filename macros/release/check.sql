{#-
    dbt run-operation dbt_crowd.check --args '{model: patients_release}': judges the policy's rungs, or the given ones, on
    today's data and prints one line, `dbt_crowd:` and JSON. Nothing is written to the warehouse.

    model            name of a release model
    header           the parsed first line of its compiled SQL; without it the input is taken from the release log
    rungs            list of rungs, each a list of level indices; none: the policy's
    k, max_suppression   what-ifs, in place of the policy's; a budget may come as text, so that its digits stay exact
-#}
{% macro check(model, header=none, rungs=none, k=none, max_suppression=none, version=none) %}
    {%- set policy = dbt_crowd.resolve_policy(dbt_crowd.release_node(model, version)) -%}
    {%- set policy = dbt_crowd._what_if(policy, rungs, k, max_suppression) -%}
    {%- if not policy.rungs -%}
        {%- do dbt_crowd.refuse(dbt_crowd._with_subject(policy.name, ['has no rungs yet. Find the best ones with: crowd solve ' ~ policy.name])) -%}
    {%- endif -%}
    {%- set header = header or dbt_crowd._logged_header(policy, dbt_crowd.release_node(model, version)) -%}
    {%- set input = dbt_crowd._existing_relation(policy, header.input, 'input') -%}
    {%- set hierarchies = dbt_crowd._existing_hierarchies(policy, header) -%}
    {%- set population = dbt_crowd._existing_population(policy, header) -%}
    {%- set faults = dbt_crowd._inventory_faults(policy, input, hierarchies, population) -%}
    {%- if faults -%}
        {%- do dbt_crowd.refuse(dbt_crowd._with_subject(policy.name, dbt_crowd._pluck(faults, 'words'))) -%}
    {%- endif -%}
    {%- set judged = dbt_crowd._check_counts(policy, input, hierarchies, dbt_crowd._release_place(dbt_crowd.release_node(model, version))) if policy.get('measures') else dbt_crowd._check_records(policy, input, hierarchies, population) -%}
    {%- set figures = judged.figures -%}
    {%- set rung_names = [] -%}
    {%- for rung in policy.rungs -%}
        {%- do rung_names.append(dbt_crowd.rung_names(policy, rung)) -%}
    {%- endfor -%}
    {%- do print('dbt_crowd:' ~ tojson({
        'version': dbt_crowd.package_version(),
        'model': policy.name,
        'k': policy.k,
        'privacy_unit': policy.privacy_unit,
        'rungs': rung_names,
        'satisfied': figures.crowd_satisfied == 1,
        'faults': dbt_crowd._gate_faults(judged.gates, figures),
        'warns': judged.warns,
        'judge': dbt_crowd._plain_numbers(figures),
        'costs': judged.costs,
    })) -%}
{% endmacro %}


{#- The judge on the candidate that records would have, and what each criterion costs them. -#}
{% macro _check_records(policy, input, hierarchies, population) %}
    {%- set candidate = '(\n' ~ dbt_crowd.release_query(policy, input, hierarchies, policy.rungs, population) ~ '\n)' -%}
    {%- set figures = dbt_crowd._counts(dbt_crowd.judge(policy, candidate, input, hierarchies, population=population)) -%}
    {%- set costs = {} -%}
    {%- for name, value in dbt_crowd._counts(dbt_crowd.criteria_costs_query(policy, input, hierarchies, policy.rungs, population)).items() -%}
        {%- do costs.update({name[11:]: value | int}) -%}
    {%- endfor -%}
    {%- do return({'figures': figures, 'gates': dbt_crowd.gates(policy), 'warns': dbt_crowd._budget_is_nearly_used(policy, figures), 'costs': costs}) -%}
{% endmacro %}


{#- The judge on the candidate that counts would have. -#}
{% macro _check_counts(policy, input, hierarchies, place) %}
    {%- set candidate = '(\n' ~ dbt_crowd.counts_query(policy, input, hierarchies, policy.rungs) ~ '\n)' -%}
    {%- set protected = dbt_crowd._needed_protection(policy, place) -%}
    {%- set candidate = '(\n' ~ dbt_crowd.protected_members_query(policy, candidate, protected) ~ '\n)' if protected else candidate -%}
    {%- set figures = dbt_crowd._counts(dbt_crowd.judge_counts(policy, candidate, protected=protected)) -%}
    {%- do return({'figures': figures, 'gates': dbt_crowd.count_gates(policy), 'warns': false, 'costs': {}}) -%}
{% endmacro %}


{#- The policy with what the caller wants to try in place of what it says. -#}
{% macro _what_if(policy, rungs, k, max_suppression) %}
    {%- set faults = [] -%}
    {%- if k is not none and (k is not number or k is float or k is boolean or k < 2) -%}
        {%- do faults.append('k must be a whole number of at least 2. Got: ' ~ k ~ '. See docs/policy.md#k') -%}
    {%- endif -%}
    {%- if max_suppression is not none and (max_suppression is boolean or max_suppression | float(-1) < 0 or max_suppression | float(2) > 1 or dbt_crowd._decimal_ratio(max_suppression)[1] > 10 ** 9) -%}
        {%- do faults.append('max_suppression must be a number from 0 to 1 with at most 9 decimal places. Got: ' ~ max_suppression ~ '. See docs/policy.md#max_suppression') -%}
    {%- endif -%}
    {%- if faults -%}
        {%- do dbt_crowd.refuse(dbt_crowd._with_subject(policy.name, faults)) -%}
    {%- endif -%}
    {%- set tried = dict(policy) -%}
    {%- if rungs is not none -%}
        {%- do tried.update({'rungs': rungs}) -%}
    {%- endif -%}
    {%- if k is not none -%}
        {%- do tried.update({'k': k}) -%}
    {%- endif -%}
    {%- if max_suppression is not none -%}
        {%- do tried.update({'max_suppression': max_suppression, 'max_suppression_ratio': dbt_crowd._decimal_ratio(max_suppression)}) -%}
    {%- endif -%}
    {%- do return(tried) -%}
{% endmacro %}


{#- The node of a release model by name, and version where it has several. -#}
{% macro release_node(name, version=none) %}
    {%- set found = [] -%}
    {%- for node in graph.nodes.values() if node.resource_type == 'model' and node.name == name -%}
        {%- if version is none or node.version | string == version | string -%}
            {%- do found.append(node) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- if found | length != 1 -%}
        {%- do dbt_crowd.refuse('dbt_crowd: ' ~ ('there is no model named ' ~ name if not found else name ~ ' has several versions; say which')) -%}
    {%- endif -%}
    {%- do return(found[0]) -%}
{% endmacro %}


{#- Without a compiled model at hand: what the last release read, by the log. -#}
{% macro _logged_header(policy, node) %}
    {%- set relation = api.Relation.create(database=node.database, schema=node.schema, identifier=node.alias or node.name) -%}
    {%- if dbt_crowd.relation_of(dbt_crowd.release_log(relation)) is not none -%}
        {%- set result = run_query('select inputs from (' ~ dbt_crowd._last_release_query(relation) ~ ') as last_release') -%}
        {%- if result.rows | length == 1 -%}
            {%- do return(fromjson(result.rows[0][0])) -%}
        {%- endif -%}
    {%- endif -%}
    {%- do dbt_crowd.refuse(dbt_crowd._with_subject(policy.name, [
        'was never released, so the log does not say what it reads. Pass the first line of its compiled SQL: --args {model: ' ~ policy.name ~ ', header: {...}}'
    ])) -%}
{% endmacro %}


{#- Figures as JSON can hold them: warehouses hand decimals back, which JSON does not know. -#}
{% macro _plain_numbers(figures) %}
    {%- set plain = {} -%}
    {%- set kinds = {} -%}
    {%- for figure in dbt_crowd.judge_figures() + dbt_crowd.counts_figures() -%}
        {%- do kinds.update({figure.name: figure.type}) -%}
    {%- endfor -%}
    {%- for name in figures -%}
        {%- set value = figures[name] -%}
        {%- do plain.update({name: value if value is none else (value | float if kinds.get(name) == 'float' else value | int)}) -%}
    {%- endfor -%}
    {%- do return(plain) -%}
{% endmacro %}
