{#- The adapters that the package is written for, and what has been done on each. -#}
{% macro supported_adapters() %}
    {%- do return({
        'duckdb': 'run', 'postgres': 'run', 'spark': 'run', 'sail': 'run', 'bigquery': 'compiled', 'databricks': 'compiled',
        'redshift': 'compiled', 'snowflake': 'compiled', 'trino': 'compiled',
    }) -%}
{% endmacro %}


{#- On any other warehouse what is compiled might mean something else, so nothing is. -#}
{% macro refuse_unknown_adapter(adapter_type=none) %}
    {%- set type = adapter_type or target.type -%}
    {%- if type not in dbt_crowd.supported_adapters() -%}
        {%- do dbt_crowd.refuse(
            'dbt_crowd: it is not written for ' ~ type ~ ', but for ' ~ dbt_crowd.supported_adapters().keys() | sort | join(', ')
            ~ '. See docs/warehouses.md#a-new-adapter'
        ) -%}
    {%- endif -%}
{% endmacro %}
