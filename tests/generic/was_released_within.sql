{#- The release was published, by the release log, within the last `hours` hours. -#}
{% test was_released_within(model, hours) %}
    {{- config(store_failures=false) -}}
    {%- if dbt_crowd._tests_run() -%}
        {{- dbt_crowd.release_age_query(model, hours) -}}
    {%- endif -%}
{% endtest %}
