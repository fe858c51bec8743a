{#-
    Every class has at least k rows, or persons, and no sensitive value makes up more than alpha of it (Wong et al. 2006).
    For tables that have no policy.
-#}
{% test is_alpha_k_anonymous(model, quasi_identifiers, sensitive, alpha, k, privacy_unit=none, hierarchy=none, level=none, hierarchy_relation=none, allow_empty=false) %}
    {{- config(store_failures=false) -}}
    {%- if dbt_crowd._tests_run() -%}
        {%- set settings = {'alpha': alpha, 'hierarchy': hierarchy, 'level': level} -%}
        {{- dbt_crowd.criterion_query('is_alpha_k_anonymous', model, quasi_identifiers, sensitive, settings, privacy_unit, hierarchy_relation=hierarchy_relation, k=k, allow_empty=allow_empty) -}}
    {%- endif -%}
{% endtest %}
