{#- Whether a +meta of dbt_project.yml gives this node policy keys. dbt 1 shows its project files to macros, dbt 2 does not. -#}
{% macro _policy_in_project(node) %}
    {%- set config = adapter.config if adapter.config is defined else none -%}
    {%- if not config -%}
        {%- do return(false) -%}
    {%- endif -%}
    {%- set trees = [config.models] -%}
    {%- if node.package_name != config.project_name and config.dependencies and node.package_name in config.dependencies -%}
        {%- do trees.append(config.dependencies[node.package_name].models) -%}
    {%- endif -%}
    {%- set state = namespace(found=false) -%}
    {%- for tree in trees if tree is mapping -%}
        {%- set state.level = tree -%}
        {%- for part in [none] + node.fqn -%}
            {%- set state.level = state.level if part is none else state.level.get(part) -%}
            {%- set state.level = state.level if state.level is mapping else {} -%}
            {%- for key, value in state.level.items() if key.replace(' ', '') == '+meta' and value is mapping and 'dbt_crowd' in value -%}
                {%- set state.found = true -%}
            {%- endfor -%}
        {%- endfor -%}
    {%- endfor -%}
    {%- do return(state.found) -%}
{% endmacro %}
