{#-
    The risk that a record is found again by somebody who knows that it is there, 1 / the size of its class: at most `highest` for any
    record, `average` for all, and above `threshold` for at most `share` of them. For tables that have no policy.
-#}
{% test has_reidentification_risk_below(model, quasi_identifiers, highest=none, average=none, at_risk=none, privacy_unit=none, allow_empty=false) %}
    {{- config(store_failures=false) -}}
    {%- if dbt_crowd._tests_run() -%}
        {{- dbt_crowd.risk_query(model, quasi_identifiers, highest, average, at_risk, privacy_unit, allow_empty) -}}
    {%- endif -%}
{% endtest %}
