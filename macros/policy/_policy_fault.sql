{#- One fault as one line, without its subject: the key and the rule, the value got, where to read on. -#}
{% macro _policy_fault(rule, got, anchor) %}
    {%- do return(rule ~ '. Got: ' ~ dbt_crowd._policy_got(got) ~ '. See docs/policy.md#' ~ anchor) -%}
{% endmacro %}
