{#-
    The frequencies of sensitive values in a class and in `input` differ by less than a factor of 2 to the power of delta (Brickell
    and Shmatikov 2008); without `input`, in the tested relation, which does not know what was suppressed.
    For tables that have no policy.
-#}
{% test is_delta_disclosure_private(model, quasi_identifiers, sensitive, delta, delta_disclosure='present', input=none, privacy_unit=none, hierarchy=none, level=none, hierarchy_relation=none, allow_empty=false) %}
    {{- config(store_failures=false) -}}
    {%- if dbt_crowd._tests_run() -%}
        {%- set settings = {'delta': delta, 'delta_disclosure': delta_disclosure, 'hierarchy': hierarchy, 'level': level} -%}
        {{- dbt_crowd.criterion_query('is_delta_disclosure_private', model, quasi_identifiers, sensitive, settings, privacy_unit, input=input, hierarchy_relation=hierarchy_relation, allow_empty=allow_empty) -}}
    {%- endif -%}
{% endtest %}
