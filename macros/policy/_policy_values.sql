{#-
    Settings held against the rows of their scope: {'settings': every key with its value or default, 'faults': [...]}.
    path    what stands before a key in a message, '' or `quasi_identifiers.zip.`
    owner   whose keys they are, for a message: `a policy`
    anchor  where to read on when no key is near
    also    further rows whose keys a misspelt one may have meant
-#}
{% macro _policy_values(rows, settings, path, owner, anchor, also=[]) %}
    {%- set checked = {} -%}
    {%- set faults = [] -%}
    {%- set keys = rows | map(attribute='key') | list -%}
    {%- for key, value in settings.items() if key not in keys -%}
        {%- do faults.append(dbt_crowd._policy_unknown_key(key, value, rows + also, path, owner, anchor)) -%}
    {%- endfor -%}
    {%- for row in rows -%}
        {%- if row.key not in settings and not row.required -%}
            {%- do checked.update({row.key: row.default}) -%}
        {%- elif row.key in settings and dbt_crowd._policy_obeys(row, settings[row.key]) -%}
            {%- do checked.update({row.key: settings[row.key]}) -%}
        {%- else -%}
            {%- set got = settings.get(row.key) -%}
            {%- set hint = dbt_crowd._nearest_choice(row, got) -%}
            {%- do faults.append(dbt_crowd._policy_fault(path ~ row.key ~ ' must be ' ~ dbt_crowd._policy_rule(row) ~ hint, got, row.anchor)) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- do return({'settings': checked, 'faults': faults}) -%}
{% endmacro %}
