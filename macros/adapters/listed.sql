{#- The texts of all rows as one, with commas between them, in the order of a number. -#}
{% macro listed(text, place) %}
    {%- do return(adapter.dispatch('listed', 'dbt_crowd')(text, place)) -%}
{% endmacro %}


{% macro default__listed(text, place) %}
    {%- do return(dbt.listagg(text, "','", 'order by ' ~ place)) -%}
{% endmacro %}


{#- What dbt makes of it here is in no order. -#}
{% macro spark__listed(text, place) %}
    {%- do return('listagg(' ~ text ~ ", ',') within group (order by " ~ place ~ ')') -%}
{% endmacro %}
