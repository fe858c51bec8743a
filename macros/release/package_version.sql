{#- The version of this package; the driver asks for it on every call and refuses to work with another one. -#}
{% macro package_version() %}
    {%- do return('0.1.0') -%}
{% endmacro %}
