{#- The one way to refuse: the message alone reaches the user, without a macro stack. -#}
{% macro refuse(message) %}
    {%- do exceptions.raise_dependency_error(message) -%}
{% endmacro %}
