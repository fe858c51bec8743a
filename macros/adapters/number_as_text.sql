{#- A decimal as text without the zeros at its end: 36.6 and 42, never 42.000000000. -#}
{% macro number_as_text(number) %}
    {%- do return(adapter.dispatch('number_as_text', 'dbt_crowd')(number)) -%}
{% endmacro %}


{% macro default__number_as_text(number) %}
    {%- do return("rtrim(rtrim(" ~ dbt_crowd.as_text(number) ~ ", '0'), '.')") -%}
{% endmacro %}


{#- rtrim takes its arguments the other way round here. -#}
{% macro spark__number_as_text(number) %}
    {%- do return("trim(trailing '.' from trim(trailing '0' from " ~ dbt_crowd.as_text(number) ~ '))') -%}
{% endmacro %}


{#- The cast leaves them out already. -#}
{% macro bigquery__number_as_text(number) %}
    {%- do return(dbt_crowd.as_text(number)) -%}
{% endmacro %}
