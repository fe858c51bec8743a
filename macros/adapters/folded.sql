{#- Text in upper or lower case, letters beyond ASCII included. -#}
{% macro folded(text, case) %}
    {%- do return(adapter.dispatch('folded', 'dbt_crowd')(text, case)) -%}
{% endmacro %}


{% macro default__folded(text, case) %}
    {%- do return(case ~ '(' ~ text ~ ')') -%}
{% endmacro %}


{#- The collation by which text is compared knows the case of ASCII alone. -#}
{% macro postgres__folded(text, case) %}
    {%- do return(case ~ '(' ~ text ~ ' collate "und-x-icu") collate "C"') -%}
{% endmacro %}


{% macro redshift__folded(text, case) %}
    {%- do return(dbt_crowd.default__folded(text, case)) -%}
{% endmacro %}
