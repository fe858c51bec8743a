{#- Text that is a day of the calendar, as year-month-day with all their digits. -#}
{% macro _is_date_text(value) %}
    {%- if value is not string or value | length != 10 or value[4] != '-' or value[7] != '-' -%}
        {%- do return(false) -%}
    {%- endif -%}
    {%- for digit in (value[:4] ~ value[5:7] ~ value[8:]) | list if digit not in '0123456789' -%}
        {%- do return(false) -%}
    {%- endfor -%}
    {%- set year = value[:4] | int -%}
    {%- set month = value[5:7] | int -%}
    {%- set day = value[8:] | int -%}
    {%- set is_leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0) -%}
    {%- set days = [31, 29 if is_leap else 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] -%}
    {%- do return(year > 0 and month >= 1 and month <= 12 and day >= 1 and day <= days[month - 1 if month <= 12 else 0]) -%}
{% endmacro %}
