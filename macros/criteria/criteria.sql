{#-
    What a policy asks of every class, as data: k first, then what it asks of sensitive columns and of
    sizes, each with its number.
    What is provable of it tells the planner what it may prune by; nothing else may be.

    rows_monotone     a row whose class fails at some rung is in a failing class at every finer one
    classes_monotone  where every class passes at some rung, every class passes at every coarser one

    delta-presence keeps the latter only where the population's rows are counted: its persons, who may stand in several
    classes, do not add up. Both suppose that no person has records in two classes. `spread_monotone` says whether both hold where persons have:
    such a person counts in either class with the values held there, and in their union with all of them.
-#}
{% macro criteria(policy) %}
    {%- set found = [{'criterion': 'k', 'number': 0, 'k': policy.k, 'rows_monotone': true, 'classes_monotone': true, 'spread_monotone': true}] -%}
    {%- for column in policy.sensitive -%}
        {%- set place = {'column': column.name, 'sensitive': loop.index} -%}
        {%- for criterion in dbt_crowd._column_criteria(column) -%}
            {%- do criterion.update(place) -%}
            {%- do criterion.update({'number': found | length, 'spread_monotone': false}) -%}
            {%- do found.append(criterion) -%}
        {%- endfor -%}
    {%- endfor -%}
    {%- for criterion in dbt_crowd._release_criteria(policy) -%}
        {%- do criterion.update({'number': found | length}) -%}
        {%- do found.append(criterion) -%}
    {%- endfor -%}
    {%- do return(found) -%}
{% endmacro %}


{#- What is asked of classes apart from sensitive columns, as sizes alone. -#}
{% macro _release_criteria(policy) %}
    {%- set asked = [] -%}
    {%- set population = policy.get('population') or {} -%}
    {%- if population.get('k_map') -%}
        {%- do asked.append({'criterion': 'k_map', 'k': population.k_map, 'rows_monotone': true, 'classes_monotone': true, 'spread_monotone': true}) -%}
    {%- endif -%}
    {%- if population.get('delta_presence') -%}
        {%- do asked.append({
            'criterion': 'delta_presence', 'bounds': population.delta_presence,
            'ratios': [dbt_crowd._decimal_ratio(population.delta_presence[0]), dbt_crowd._decimal_ratio(population.delta_presence[1])],
            'rows_monotone': false, 'classes_monotone': not population.get('privacy_unit'), 'spread_monotone': false,
        }) -%}
    {%- endif -%}
    {%- if (policy.get('risk') or {}).get('highest') -%}
        {%- do asked.append({
            'criterion': 'risk', 'highest': policy.risk.highest, 'highest_ratio': dbt_crowd._decimal_ratio(policy.risk.highest),
            'rows_monotone': true, 'classes_monotone': true, 'spread_monotone': true,
        }) -%}
    {%- endif -%}
    {%- do return(asked) -%}
{% endmacro %}


{#- What one sensitive column is asked. -#}
{% macro _column_criteria(column) %}
    {%- set asked = [] -%}
    {%- if column.get('l') -%}
        {%- do asked.append({
            'criterion': 'l', 'kind': column.l_diversity, 'l': column.l,
            'c_ratio': dbt_crowd._decimal_ratio(column.c) if column.get('c') else none,
            'rows_monotone': column.l_diversity == 'distinct', 'classes_monotone': true,
        }) -%}
    {%- endif -%}
    {%- if column.get('t') is number -%}
        {%- do asked.append({
            'criterion': 't', 't': column.t, 'distance': column.distance, 'nodes': dbt_crowd._inner_levels(column) | length,
            'rows_monotone': false, 'classes_monotone': true,
        }) -%}
    {%- endif -%}
    {%- if column.get('alpha') -%}
        {%- do asked.append({
            'criterion': 'alpha', 'alpha': column.alpha, 'alpha_ratio': dbt_crowd._decimal_ratio(column.alpha),
            'rows_monotone': false, 'classes_monotone': true,
        }) -%}
    {%- endif -%}
    {%- if column.get('beta') -%}
        {%- do asked.append({'criterion': 'beta', 'beta': column.beta, 'kind': column.beta_likeness, 'rows_monotone': false, 'classes_monotone': true}) -%}
    {%- endif -%}
    {%- if column.get('delta') -%}
        {%- do asked.append({
            'criterion': 'delta', 'delta': column.delta, 'kind': column.delta_disclosure,
            'rows_monotone': false, 'classes_monotone': column.delta_disclosure == 'all',
        }) -%}
    {%- endif -%}
    {%- do return(asked) -%}
{% endmacro %}


{#- The criteria that compare a class with the distribution of the whole input. -#}
{% macro _compares_with_overall(criterion) %}
    {%- do return(criterion.criterion in ['t', 'beta', 'delta']) -%}
{% endmacro %}


{#- Levels between the one that is judged and the root, which is the last whatever it says; none but for hierarchical distance. -#}
{% macro _inner_levels(column) %}
    {%- if column.get('distance') != 'hierarchical' -%}
        {%- do return([]) -%}
    {%- endif -%}
    {%- do return(range(column.level + 1, column.levels | length - 1) | list) -%}
{% endmacro %}
