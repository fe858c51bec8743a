{#- Where the policy as written, before dbt rendered it, has Jinja or a date that YAML took out of text: one fault a place. -#}
{% macro _policy_unfixed(written, path) %}
    {%- set parts = [] -%}
    {%- if written is mapping -%}
        {%- for key, value in written.items() -%}
            {%- do parts.extend([[key, 'a key of ' ~ path], [value, path ~ '.' ~ key]]) -%}
        {%- endfor -%}
    {%- elif dbt_crowd._is_list(written) -%}
        {%- for item in written -%}
            {%- do parts.append([item, path]) -%}
        {%- endfor -%}
    {%- else -%}
        {%- do parts.append([written, path]) -%}
    {%- endif -%}
    {%- set faults = [] -%}
    {%- for part, place in parts -%}
        {%- if part is string -%}
            {%- if '{{' in part or '{%' in part or '{#' in part -%}
                {%- do faults.append(place ~ ' must be written out, without Jinja. Got: ' ~ dbt_crowd._policy_got(part)) -%}
            {%- endif -%}
        {%- elif part is mapping or part is sequence -%}
            {%- do faults.extend(dbt_crowd._policy_unfixed(part, place)) -%}
        {%- elif part is not none and part is not number and part is not boolean -%}
            {%- do faults.append(place ~ ' must have its dates in quotes. Got: ' ~ part) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- do return(faults) -%}
{% endmacro %}
