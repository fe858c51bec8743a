{#- The fault of a key that no row knows. -#}
{% macro _policy_unknown_key(key, value, rows, path, owner, anchor) %}
    {%- if key is not string -%}
        {%- do return(dbt_crowd._policy_fault(
            path ~ (key | string | lower) ~ ' is not a key of ' ~ owner ~ ': YAML did not read it as text', value, anchor
        )) -%}
    {%- elif rows | length == 0 -%}
        {%- do return(dbt_crowd._policy_fault(path ~ key ~ ' is not a key of ' ~ owner ~ ', which takes no settings', value, anchor)) -%}
    {%- endif -%}
    {%- set nearest = dbt_crowd._nearest_word(key, rows | map(attribute='key') | list) -%}
    {%- set row = rows | selectattr('key', 'equalto', nearest) | first -%}
    {%- do return(dbt_crowd._policy_fault(path ~ key ~ ' is not a key of ' ~ owner ~ '; the nearest is ' ~ nearest, value, row.anchor)) -%}
{% endmacro %}
