{#- A number as a plain decimal: 0.00001, never 1e-05; 5 for 5.0. -#}
{% macro _decimal_text(number) %}
    {%- set ratio = dbt_crowd._decimal_ratio(number) -%}
    {%- if ratio[1] == 1 -%}
        {%- do return(ratio[0] | string) -%}
    {%- endif -%}
    {%- set places = ratio[1] | string | length - 1 -%}
    {%- set digits = (ratio[0] | abs) | string -%}
    {%- set padded = '0' * (places + 1 - digits | length) ~ digits if digits | length <= places else digits -%}
    {%- set whole_digits = padded | length - places -%}
    {%- do return(('-' if ratio[0] < 0 else '') ~ padded[:whole_digits] ~ '.' ~ padded[whole_digits:]) -%}
{% endmacro %}
