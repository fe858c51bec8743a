{#- The first characters of text. -#}
{% macro left_text(text, length) %}
    {%- do return(adapter.dispatch('left_text', 'dbt_crowd')(text, length)) -%}
{% endmacro %}


{% macro default__left_text(text, length) %}
    {%- do return('left(' ~ text ~ ', ' ~ length ~ ')') -%}
{% endmacro %}


{% macro trino__left_text(text, length) %}
    {%- do return('substr(' ~ text ~ ', 1, ' ~ length ~ ')') -%}
{% endmacro %}
