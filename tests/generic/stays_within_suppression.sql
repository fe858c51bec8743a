{#-
    At most `max_suppression` of the input's rows (persons who lost a row, with a privacy_unit that both relations have) are
    missing from the tested relation.
-#}
{% test stays_within_suppression(model, input, max_suppression, privacy_unit=none) %}
    {{- config(store_failures=false) -}}
    {%- if dbt_crowd._tests_run() -%}
        {{- dbt_crowd.suppression_query(model, input, max_suppression, privacy_unit) -}}
    {%- endif -%}
{% endtest %}
