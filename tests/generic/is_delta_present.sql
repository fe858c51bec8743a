{#-
    Of the rows of the population (persons, with its own privacy unit) that share a class's quasi-identifiers, between `delta_min` and
    `delta_max`, as shares, are in the class. For tables that have no policy.
-#}
{% test is_delta_present(model, quasi_identifiers, population, delta_min, delta_max, columns=none, privacy_unit=none, population_privacy_unit=none, allow_empty=false) %}
    {{- config(store_failures=false) -}}
    {%- if dbt_crowd._tests_run() -%}
        {%- set settings = {'delta_presence': [delta_min, delta_max]} -%}
        {%- if columns -%}
            {%- do settings.update({'columns': columns}) -%}
        {%- endif -%}
        {{- dbt_crowd.population_query('is_delta_present', model, quasi_identifiers, population, settings, privacy_unit, population_privacy_unit, allow_empty) -}}
    {%- endif -%}
{% endtest %}
