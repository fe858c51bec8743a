{#- Text with zeros in front up to a length. Longer text is kept: lpad alone would cut it. -#}
{% macro left_pad(text, length) %}
    {%- do return('lpad(' ~ text ~ ', cast(greatest(length(' ~ text ~ '), ' ~ length ~ ') as ' ~ dbt.type_int() ~ "), '0')") -%}
{% endmacro %}
