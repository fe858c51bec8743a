{#-
    The greatest multiple of a whole number that is not above another whole number (below 10^15), as a whole number;
    -5 for -3 and 5. The divisor is a decimal, since whole numbers divide toward zero on some engines.
-#}
{% macro multiple_below(number, divisor) %}
    {%- do return(adapter.dispatch('multiple_below', 'dbt_crowd')(number, divisor)) -%}
{% endmacro %}


{% macro default__multiple_below(number, divisor) %}
    {%- do return('cast(' ~ divisor ~ ' * floor(' ~ number ~ ' / ' ~ divisor ~ '.0) as bigint)') -%}
{% endmacro %}


{#- A decimal quotient is rounded to six places here, to nine on BigQuery, which would lift a number just below a multiple. -#}
{% macro snowflake__multiple_below(number, divisor) %}
    {%- do return('cast(' ~ divisor ~ ' * floor(cast(' ~ number ~ ' as double) / ' ~ divisor ~ ') as bigint)') -%}
{% endmacro %}


{% macro bigquery__multiple_below(number, divisor) %}
    {%- do return('cast(' ~ divisor ~ ' * floor(cast(' ~ number ~ ' as float64) / ' ~ divisor ~ ') as int64)') -%}
{% endmacro %}
