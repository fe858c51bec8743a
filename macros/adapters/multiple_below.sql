{#-
    The greatest multiple of a whole number that is not above another whole number (below 10^15), as a whole number;
    -5 for -3 and 5. Most engines round a decimal quotient, which would lift a number just below a multiple, and
    divide whole numbers toward zero; of numbers this large a floating-point quotient is never rounded up to the next.
-#}
{% macro multiple_below(number, divisor) %}
    {%- do return(adapter.dispatch('multiple_below', 'dbt_crowd')(number, divisor)) -%}
{% endmacro %}


{% macro default__multiple_below(number, divisor) %}
    {%- set quotient = 'cast(' ~ number ~ ' as ' ~ dbt_crowd.type_double() ~ ') / ' ~ divisor -%}
    {%- do return('cast(' ~ divisor ~ ' * floor(' ~ quotient ~ ') as ' ~ (dbt.type_bigint() | trim | lower) ~ ')') -%}
{% endmacro %}


{#- The quotient is floating-point here already. -#}
{% macro duckdb__multiple_below(number, divisor) %}
    {%- do return('cast(' ~ divisor ~ ' * floor(' ~ number ~ ' / ' ~ divisor ~ '.0) as bigint)') -%}
{% endmacro %}


{#- A quotient of decimals keeps sixteen digits here. -#}
{% macro postgres__multiple_below(number, divisor) %}
    {%- do return('cast(' ~ divisor ~ ' * floor(' ~ number ~ ' / ' ~ divisor ~ '.0) as bigint)') -%}
{% endmacro %}


{% macro redshift__multiple_below(number, divisor) %}
    {%- do return(dbt_crowd.default__multiple_below(number, divisor)) -%}
{% endmacro %}
