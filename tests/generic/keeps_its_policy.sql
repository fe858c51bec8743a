{#-
    The standing compliance gate: judges the release as it is published now by everything its policy states. With a
    privacy_unit persons are counted in the private copy, which must be the release but for that column.
-#}
{% test keeps_its_policy(model) %}
    {{- config(store_failures=false) -}}
    {%- if dbt_crowd._tests_run() -%}
        {{- dbt_crowd.judge_release_query(model) -}}
    {%- endif -%}
{% endtest %}
