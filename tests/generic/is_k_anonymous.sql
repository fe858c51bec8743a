{#-
    Every combination of the quasi-identifiers that occurs stands for at least k rows, or k persons where a privacy_unit
    is named. For tables that have no policy.
-#}
{% test is_k_anonymous(model, k, quasi_identifiers, privacy_unit=none, nulls='value', allow_empty=false) %}
    {{- config(store_failures=false) -}}
    {%- if dbt_crowd._tests_run() -%}
        {{- dbt_crowd.k_anonymity_query(model, k, quasi_identifiers, privacy_unit, nulls, allow_empty) -}}
    {%- endif -%}
{% endtest %}
