{#- A decimal as text without the zeros at its end: 36.6 and 42, never 42.000000000. -#}
{% macro number_as_text(number) %}
    {%- do return(adapter.dispatch('number_as_text', 'dbt_crowd')(number)) -%}
{% endmacro %}


{% macro default__number_as_text(number) %}
    {%- do return("rtrim(rtrim(" ~ dbt_crowd.as_text(number) ~ ", '0'), '.')") -%}
{% endmacro %}


{#- rtrim takes its arguments the other way round here, and where Spark does not compile to byte code its zero is 0E-9. -#}
{% macro spark__number_as_text(number) %}
    {%- set text = 'replace(' ~ dbt_crowd.as_text(number) ~ ", '0E-9', '0.0')" -%}
    {%- do return("trim(trailing '.' from trim(trailing '0' from " ~ text ~ '))') -%}
{% endmacro %}


{#- How many zeros the cast leaves is not documented here; how many this writes is. -#}
{% macro bigquery__number_as_text(number) %}
    {%- do return("rtrim(rtrim(format('%.9f', " ~ number ~ "), '0'), '.')") -%}
{% endmacro %}
