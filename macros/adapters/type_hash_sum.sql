{#- The name of the type of a decimal without places that holds the sum of any number of hashes: 29 digits. -#}
{% macro type_hash_sum() %}
    {%- do return(adapter.dispatch('type_hash_sum', 'dbt_crowd')()) -%}
{% endmacro %}


{% macro default__type_hash_sum() %}
    {%- do return('decimal(29, 0)') -%}
{% endmacro %}


{#- It has 38 digits before the point, and those after it are not written where they are zeros. -#}
{% macro bigquery__type_hash_sum() %}
    {%- do return('bignumeric') -%}
{% endmacro %}
