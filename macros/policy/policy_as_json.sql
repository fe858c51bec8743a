{#- A resolved policy as JSON for the release log: all but the SQL expressions and the hash, which is this text's md5. -#}
{% macro policy_as_json(policy) %}
    {%- set said = {} -%}
    {%- for key, value in policy.items() if key != 'hash' -%}
        {%- do said.update({key: value}) -%}
    {%- endfor -%}
    {%- for kind in ['quasi_identifiers', 'sensitive'] -%}
        {%- set columns = [] -%}
        {%- for column in policy[kind] -%}
            {%- set stated = {} -%}
            {%- for key, value in column.items() if key != 'expressions' -%}
                {%- do stated.update({key: value}) -%}
            {%- endfor -%}
            {%- do columns.append(stated) -%}
        {%- endfor -%}
        {%- do said.update({kind: columns}) -%}
    {%- endfor -%}
    {%- do return(dbt_crowd._canonical_json(said)) -%}
{% endmacro %}
