{#- A whole number that counts tenths, hundredths or thousandths, as text with that many decimals: 37.5 for 375 tenths. -#}
{% macro scaled_as_text(number, places) %}
    {%- if places == 0 -%}
        {%- do return(dbt_crowd.as_text(number)) -%}
    {%- endif -%}
    {%- do return(adapter.dispatch('scaled_as_text', 'dbt_crowd')('(' ~ number ~ ')', places)) -%}
{% endmacro %}


{% macro default__scaled_as_text(number, places) %}
    {%- do return(dbt_crowd.as_text(number ~ ' * ' ~ ['0.1', '0.01', '0.001'][places - 1])) -%}
{% endmacro %}


{#- The cast would leave zeros out. -#}
{% macro bigquery__scaled_as_text(number, places) %}
    {%- do return("format('%." ~ places ~ "f', " ~ number ~ ' / ' ~ 10 ** places ~ ')') -%}
{% endmacro %}
