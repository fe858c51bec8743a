{#-
    The policy as a node's YAML has it, the only place where meta is read; none when there is none. A unit test of a
    release has no meta: it gives the policy as an override of this macro.
-#}
{% macro _policy_meta(node) %}
    {%- set meta = node.config.get('meta') or {} -%}
    {%- do return(meta.get('dbt_crowd')) -%}
{% endmacro %}
