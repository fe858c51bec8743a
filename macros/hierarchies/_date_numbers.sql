{#- The last day on which someone was born who is that old, or older, on a day. Who was born on 29 February has the birthday on 1 March in other years. -#}
{% macro _latest_birth(as_of, age) %}
    {%- set year = as_of[:4] | int - age -%}
    {%- set has_29_february = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0) -%}
    {%- do return(year ~ ('-02-28' if as_of[5:] == '02-29' and not has_29_february else as_of[4:])) -%}
{% endmacro %}


{#- The first year that is not wholly in the class of the earliest dates; none when there is no such class. -#}
{% macro _first_year(hierarchy) %}
    {%- set years = [] -%}
    {%- if hierarchy.get('bottom') -%}
        {%- do years.append(hierarchy.bottom[:4] | int) -%}
    {%- endif -%}
    {%- if hierarchy.get('top_age') -%}
        {%- set latest = dbt_crowd._latest_birth(hierarchy.as_of, hierarchy.top_age) -%}
        {%- do years.append(latest[:4] | int + (1 if latest[5:] == '12-31' else 0)) -%}
    {%- endif -%}
    {%- do return(years | max if years else none) -%}
{% endmacro %}


{#- The last year that is not wholly in the class of the latest dates; none when there is no such class. -#}
{% macro _last_year(hierarchy) %}
    {%- if hierarchy.get('top') -%}
        {%- do return(hierarchy.top[:4] | int - (1 if hierarchy.top[5:] == '01-01' else 0)) -%}
    {%- endif -%}
    {%- do return(none) -%}
{% endmacro %}
