{#- The types of hierarchy that the schema knows, in its order. -#}
{% macro _hierarchy_types(schema) %}
    {%- set types = [] -%}
    {%- for row in schema if row.scope not in ['release', 'population', 'risk', 'at_risk', 'measure', 'dominance', 'direct_identifier', 'quasi_identifier', 'sensitive', 'insensitive'] -%}
        {#- Not part of the loop's own condition: dbt 2 evaluates that for all rows before the first turn. -#}
        {%- if row.scope not in types -%}
            {%- do types.append(row.scope) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- do return(types) -%}
{% endmacro %}
