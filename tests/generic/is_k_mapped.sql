{#-
    At least k rows of the population (persons, with its own privacy unit) share the quasi-identifiers of every row. `columns` names those that
    the population calls otherwise. For tables that have no policy.
-#}
{% test is_k_mapped(model, quasi_identifiers, population, k, columns=none, population_privacy_unit=none, allow_empty=false) %}
    {{- config(store_failures=false) -}}
    {%- if dbt_crowd._tests_run() -%}
        {%- set settings = {'k_map': k} -%}
        {%- if columns -%}
            {%- do settings.update({'columns': columns}) -%}
        {%- endif -%}
        {{- dbt_crowd.population_query('is_k_mapped', model, quasi_identifiers, population, settings, population_privacy_unit=population_privacy_unit, allow_empty=allow_empty) -}}
    {%- endif -%}
{% endtest %}
