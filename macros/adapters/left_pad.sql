{#- Text with zeros in front up to a length. Longer text is kept: lpad alone would cut it. -#}
{% macro left_pad(text, length) %}
    {%- do return('lpad(' ~ text ~ ', greatest(length(' ~ text ~ '), ' ~ length ~ "), '0')") -%}
{% endmacro %}
