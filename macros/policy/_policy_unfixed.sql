{#- Where the policy as written, before dbt rendered it, has Jinja or a date that YAML took out of text: one fault a place. -#}
{% macro _policy_unfixed(written, path) %}
    {%- set state = namespace(faults=[]) -%}
    {%- if written is string -%}
        {%- if '{{' in written or '{%' in written or '{#' in written -%}
            {%- set state.faults = [path ~ ' must be written out, without Jinja. Got: ' ~ dbt_crowd._policy_got(written)] -%}
        {%- endif -%}
    {%- elif written is mapping -%}
        {%- for key, value in written.items() -%}
            {%- set state.faults = state.faults + dbt_crowd._policy_unfixed(key, 'a key of ' ~ path) -%}
            {%- set state.faults = state.faults + dbt_crowd._policy_unfixed(value, path ~ '.' ~ key) -%}
        {%- endfor -%}
    {%- elif dbt_crowd._is_list(written) -%}
        {%- for item in written -%}
            {%- set state.faults = state.faults + dbt_crowd._policy_unfixed(item, path) -%}
        {%- endfor -%}
    {%- elif written is not none and written is not number and written is not boolean -%}
        {%- set state.faults = [path ~ ' must have its dates in quotes. Got: ' ~ written] -%}
    {%- endif -%}
    {%- do return(state.faults) -%}
{% endmacro %}
