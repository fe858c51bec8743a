{#-
    A number as two exact whole numbers, numerator and denominator (a power of ten), from the digits that it is
    written with: 0.29 is [29, 100], where binary arithmetic would have 28.999999999999996 / 100.
-#}
{% macro _decimal_ratio(number) %}
    {%- set parts = (number | string | lower).split('e') -%}
    {%- set digits = parts[0].split('.') -%}
    {%- set fraction = digits[1] if digits | length > 1 and digits[1] != '0' else '' -%}
    {%- set places = fraction | length - (parts[1] | int if parts | length > 1 else 0) -%}
    {%- set numerator = (digits[0] ~ fraction) | int -%}
    {%- if places > 0 -%}
        {%- do return([numerator, 10 ** places]) -%}
    {%- endif -%}
    {%- do return([numerator * 10 ** (0 - places), 1]) -%}
{% endmacro %}


{#- More than nine decimal places would leave no room for the product with a large number of rows: a fault. -#}
{% macro _too_many_decimals(number) %}
    {%- if number is float and 0 <= number and number <= 1 and dbt_crowd._decimal_ratio(number)[1] > 10 ** 9 -%}
        {%- do return([dbt_crowd._policy_fault('max_suppression must have at most 9 decimal places', number, 'max_suppression')]) -%}
    {%- endif -%}
    {%- do return([]) -%}
{% endmacro %}
