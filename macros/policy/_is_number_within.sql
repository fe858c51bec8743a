{#- A finite number in the range; true and false are none, nor are numbers written as text. -#}
{% macro _is_number_within(value, allowed=none, whole=false) %}
    {%- if value is boolean or not (value is integer or (value is float and not whole)) -%}
        {%- do return(false) -%}
    {%- endif -%}
    {%- set allowed = allowed or {} -%}
    {%- do return(
        value * 0 == 0
        and ('min' not in allowed or value >= allowed.min)
        and ('max' not in allowed or value <= allowed.max)
        and ('above' not in allowed or value > allowed.above)
    ) -%}
{% endmacro %}
