{#- Where candidates and private copies of a release live: beside the release, so that targets, CI schemas and --defer never mix. -#}
{% macro private_schema(relation) %}
    {%- do return(relation.schema ~ '__private') -%}
{% endmacro %}
