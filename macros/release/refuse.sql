{#-
    The one way to refuse: the message alone reaches the user, without a macro stack. dbt 2 has no such way, and
    there the compiler's error carries it.
-#}
{% macro refuse(message) %}
    {%- if exceptions.raise_dependency_error is defined -%}
        {%- do exceptions.raise_dependency_error(message) -%}
    {%- else -%}
        {%- do exceptions.raise_compiler_error(message) -%}
    {%- endif -%}
{% endmacro %}
