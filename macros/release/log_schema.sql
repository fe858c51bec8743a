{#- Where the release log of a relation's schema lives. -#}
{% macro log_schema(relation) %}
    {%- do return(relation.schema ~ '__log') -%}
{% endmacro %}
