{#- Any text as a decimal with nine places; NULL, never an error, where it is no number. -#}
{% macro any_as_number(text, digits) %}
    {%- do return(adapter.dispatch('any_as_number', 'dbt_crowd')(text, digits)) -%}
{% endmacro %}


{% macro default__any_as_number(text, digits) %}
    {%- do return(dbt_crowd.as_number(text, digits)) -%}
{% endmacro %}


{#- The cast fails loudly here, and would print what it cannot read; NaN it takes for a number. -#}
{% macro postgres__any_as_number(text, digits) %}
    {%- do return('case when ' ~ dbt_crowd.is_number(text, digits) ~ ' then ' ~ dbt_crowd.as_number(text, digits) ~ ' end') -%}
{% endmacro %}


{% macro redshift__any_as_number(text, digits) %}
    {%- do return(dbt_crowd.default__any_as_number(text, digits)) -%}
{% endmacro %}
