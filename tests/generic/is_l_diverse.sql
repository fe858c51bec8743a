{#-
    Every class has at least l well-represented values of the sensitive column (Machanavajjhala et al. 2007).
    For tables that have no policy.
-#}
{% test is_l_diverse(model, quasi_identifiers, sensitive, l, l_diversity='distinct', c=none, privacy_unit=none, hierarchy=none, level=none, hierarchy_relation=none, allow_empty=false) %}
    {{- config(store_failures=false) -}}
    {%- if dbt_crowd._tests_run() -%}
        {%- set settings = {'l': l, 'l_diversity': l_diversity, 'c': c, 'hierarchy': hierarchy, 'level': level} -%}
        {{- dbt_crowd.criterion_query('is_l_diverse', model, quasi_identifiers, sensitive, settings, privacy_unit, hierarchy_relation=hierarchy_relation, allow_empty=allow_empty) -}}
    {%- endif -%}
{% endtest %}
