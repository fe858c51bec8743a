{#- The names that come out of a release, in the policy's order: the allow-list less what is dropped. -#}
{% macro published_columns(policy) %}
    {%- if policy.get('measures') -%}
        {%- do return(dbt_crowd.count_columns(policy)) -%}
    {%- endif -%}
    {%- set names = [] -%}
    {%- for column in policy.quasi_identifiers + policy.sensitive -%}
        {%- do names.append(column.name) -%}
    {%- endfor -%}
    {%- do return(names + policy.insensitive) -%}
{% endmacro %}


{#- Every name that the policy declares of the input. -#}
{% macro _declared_columns(policy) %}
    {%- set names = policy.direct_identifiers + (dbt_crowd.cell_columns(policy) if policy.get('measures') else dbt_crowd.published_columns(policy)) -%}
    {%- if policy.get('measures') -%}
        {%- for name in dbt_crowd.measured_columns(policy) + ([policy.count] if policy.get('count') else []) if name not in names -%}
            {%- do names.append(name) -%}
        {%- endfor -%}
    {%- endif -%}
    {%- if policy.privacy_unit and policy.privacy_unit not in names -%}
        {%- set names = [policy.privacy_unit] + names -%}
    {%- endif -%}
    {%- do return(names) -%}
{% endmacro %}
