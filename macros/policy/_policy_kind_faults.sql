{#- Columns that are not of any kind yet, in one line, and a policy that has nothing to generalize. -#}
{% macro _policy_kind_faults(settings, names) %}
    {%- set undecided = (settings.get('undecided') or []) | map('string') | list -%}
    {%- if undecided -%}
        {%- do return([
            'undecided must be empty: put ' ~ undecided | join(', ')
            ~ ' under direct_identifiers, quasi_identifiers, sensitive or insensitive. Got: ' ~ undecided | length
            ~ (' column' if undecided | length == 1 else ' columns') ~ '. See docs/policy.md#undecided',
        ]) -%}
    {%- elif not names and not settings.get('quasi_identifiers') and 'quasi_identifiers' in settings -%}
        {%- do return([dbt_crowd._policy_fault('quasi_identifiers must name at least one column', settings.quasi_identifiers, 'quasi_identifiers')]) -%}
    {%- endif -%}
    {%- do return([]) -%}
{% endmacro %}
