{#-
    All that a policy may say, as data: one row per key. Validation, defaults, suggestions, the links in messages
    and docs/policy.md are all made from these rows, so a key is added here and nowhere else.

    scope     release, a key of it that has settings of its own, direct_identifier, quasi_identifier, sensitive, insensitive, or a type of hierarchy
    key       as the policy writes it
    type      what kind of value it takes, see _policy_rule
    allowed   the range or the words allowed, none where the type says it all
    default   the value when the key is not there
    required  whether the key must be there
    main      whether a bare word in place of the settings is the value of this key
    of        records or counts where only policies of that kind have the key
    beside    the key beside which alone it means something, and has its default
    sentence  what it does
    anchor    its heading in docs/policy.md
-#}
{% macro policy_schema() %}
    {%- set rows = [] -%}
    {%- for row in dbt_crowd._release_schema() + dbt_crowd._nested_schema() + dbt_crowd._column_schema() + dbt_crowd._sensitive_schema() + dbt_crowd._hierarchy_schema() -%}
        {%- set is_plain = row.scope in ['release', 'quasi_identifier'] -%}
        {%- do rows.append({
            'scope': row.scope,
            'key': row.key,
            'type': row.type,
            'allowed': row.get('allowed'),
            'default': row.get('default'),
            'required': row.get('required', false),
            'main': row.get('main', false),
            'of': row.get('of'),
            'beside': row.get('beside'),
            'sentence': row.sentence,
            'anchor': row.key if is_plain else row.scope ~ '-' ~ row.key,
        }) -%}
    {%- endfor -%}
    {%- do return(rows) -%}
{% endmacro %}
