{#-
    Every cell of a table, one per combination of the columns `by`, stands for nobody or for at least k: by the column
    `count`, by distinct persons where a privacy_unit is named, else by rows. For tables that have no policy.
-#}
{% test has_no_small_cells(model, k, by, count=none, privacy_unit=none, allow_empty=false) %}
    {{- config(store_failures=false) -}}
    {%- if dbt_crowd._tests_run() -%}
        {{- dbt_crowd.has_no_small_cells_query(model, k, by, count, privacy_unit, allow_empty) -}}
    {%- endif -%}
{% endtest %}
