{#- The relation has no column but the listed ones, compared without case. -#}
{% test has_only_declared_columns(model, columns) %}
    {{- config(store_failures=false) -}}
    {%- if dbt_crowd._tests_run() -%}
        {%- do dbt_crowd._require_whole_relation('has_only_declared_columns', model) -%}
        {%- set undeclared = dbt_crowd._undeclared_columns(dbt_crowd._existing_or_refuse('has_only_declared_columns', model), columns) -%}
select {{ undeclared | length }} as crowd_undeclared_columns
where {{ undeclared | length }} > 0
    {%- endif -%}
{% endtest %}
