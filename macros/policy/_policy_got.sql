{#- The value that a message says was got: as the policy writes it, text in quotes, on one line, no longer than a line. -#}
{% macro _policy_got(value) %}
    {%- if value is none or value is undefined -%}
        {%- do return('nothing') -%}
    {%- elif value is float or not (value is string or value is boolean or value is integer or value is sequence or value is mapping) -%}
        {%- do return(value | string) -%}
    {%- endif -%}
    {%- set text = dbt_crowd._canonical_json(value) -%}
    {%- do return(text if text | length <= 100 else text[:97] ~ '...') -%}
{% endmacro %}
