{#- Columns that are of no kind yet, in one line; a policy that has nothing to generalize; a rung published beside a population. -#}
{% macro _policy_kind_faults(schema, settings, meta) %}
    {%- set undecided = (settings.get('undecided') or []) | map('string') | list -%}
    {%- if undecided -%}
        {%- do return([
            'undecided must be empty: put ' ~ undecided | join(', ')
            ~ ' under direct_identifiers, quasi_identifiers, sensitive or insensitive. Got: ' ~ undecided | length
            ~ (' column' if undecided | length == 1 else ' columns') ~ '. See docs/policy.md#undecided',
        ]) -%}
    {%- endif -%}
    {%- set faults = [] -%}
    {%- for row in schema if row.type == 'columns' and row.allowed and row.key in settings and settings[row.key] | length < row.allowed.min -%}
        {%- do faults.append(dbt_crowd._policy_fault(row.key ~ ' must be ' ~ dbt_crowd._policy_rule(row), meta.get(row.key), row.anchor)) -%}
    {%- endfor -%}
    {%- if settings.get('publish_rung') and settings.get('population') -%}
        {%- do faults.append(dbt_crowd._policy_fault('publish_rung must be false beside a population, whose classes have no rung', true, 'publish_rung')) -%}
    {%- endif -%}
    {%- do return(faults) -%}
{% endmacro %}
