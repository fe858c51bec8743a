{#- The hierarchies that have a name: what most columns of people need. docs/hierarchies.md gives the sources. -#}
{% macro hierarchy_presets() %}
    {%- do return({
        'age': {'type': 'bands', 'widths': [5, 10, 20], 'top': 90, 'unit': 'years'},
        'birth_date': {'type': 'date', 'levels': ['day', 'month', 'quarter', 'year', '5 years', '10 years'], 'top_age': 90},
        'timestamp': {'type': 'date', 'levels': ['day', 'month', 'quarter', 'year']},
        'us_zip': dbt_crowd._us_zip_preset(),
        'us_zip_safe_harbor': dbt_crowd._us_zip_safe_harbor_preset(),
        'us_state': dbt_crowd._us_state_preset(),
        'icd10': dbt_crowd._icd10_preset(),
    }) -%}
{% endmacro %}
