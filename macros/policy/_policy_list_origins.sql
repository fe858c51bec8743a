{#- Of every list of a policy whether it comes from the model, from its version or from both, see _policy_is_split. -#}
{% macro _policy_list_origins(merged, written) %}
    {%- set state = namespace(origins=[]) -%}
    {%- if merged is mapping and written is mapping -%}
        {%- for key, value in merged.items() if key in written -%}
            {%- set state.origins = state.origins + dbt_crowd._policy_list_origins(value, written[key]) -%}
        {%- endfor -%}
    {%- elif dbt_crowd._is_list(merged) and dbt_crowd._is_list(written) and merged -%}
        {%- set repeated = written | length - merged | length -%}
        {%- set state.origins = ['model' if repeated == 0 else 'version' if repeated == merged | length else 'both'] -%}
    {%- endif -%}
    {%- do return(state.origins) -%}
{% endmacro %}
