{#-
    No sensitive value is more frequent in a class than in `input` by more than beta, relative to the latter (Cao and Karras 2012);
    without `input`, than in the tested relation, which does not know what was suppressed.
    For tables that have no policy.
-#}
{% test is_beta_like(model, quasi_identifiers, sensitive, beta, beta_likeness='basic', input=none, privacy_unit=none, hierarchy=none, level=none, hierarchy_relation=none, allow_empty=false) %}
    {{- config(store_failures=false) -}}
    {%- if dbt_crowd._tests_run() -%}
        {%- set settings = {'beta': beta, 'beta_likeness': beta_likeness, 'hierarchy': hierarchy, 'level': level} -%}
        {{- dbt_crowd.criterion_query('is_beta_like', model, quasi_identifiers, sensitive, settings, privacy_unit, input=input, hierarchy_relation=hierarchy_relation, allow_empty=allow_empty) -}}
    {%- endif -%}
{% endtest %}
