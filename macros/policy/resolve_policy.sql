{#-
    The policy of a release, validated and with all defaults, or a refusal that names every fault.
    node: `model` inside a model, or an entry of graph.nodes. Only at execution: while dbt parses, YAML is not read yet.
-#}
{% macro resolve_policy(node) %}
    {#- `model` leaves out what is null, graph.nodes does not. -#}
    {%- set known = graph.nodes if graph and graph.nodes else {} -%}
    {%- set whole = known.get(node.unique_id) or node -%}
    {%- set name = whole.name ~ ('.v' ~ whole.version if whole.version else '') -%}
    {%- set meta = dbt_crowd._policy_meta(whole) -%}
    {%- set resolved = dbt_crowd._resolve_policy(name, whole.unique_id, meta, dbt_crowd._policy_place_faults(whole, meta)) -%}
    {%- if resolved.faults -%}
        {%- set lines = [] -%}
        {%- for fault in resolved.faults -%}
            {%- do lines.append('dbt_crowd: ' ~ name ~ ': ' ~ fault) -%}
        {%- endfor -%}
        {%- do dbt_crowd.refuse(lines | join('\n')) -%}
    {%- endif -%}
    {%- do return(resolved.policy) -%}
{% endmacro %}
