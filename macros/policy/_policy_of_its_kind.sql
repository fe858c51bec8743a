{#-
    Which kind of policy it is, records or counts, with the rows of the schema that are of it, what it says of them, and a
    fault for each key of the other kind: {'kind', 'rows', 'meta', 'faults'}. What counts say without saying it is put in.
-#}
{% macro _policy_of_its_kind(schema, meta) %}
    {%- set kind = 'counts' if 'measures' in meta else 'records' -%}
    {%- set rows = [] -%}
    {%- set faults = [] -%}
    {%- set foreign = [] -%}
    {%- for row in schema if row.scope == 'release' -%}
        {%- if not row.of or row.of == kind -%}
            {%- do rows.append(row) -%}
        {%- elif row.key in meta -%}
            {%- do foreign.append(row.key) -%}
            {%- set whose = ' belongs to counts, and a policy of counts has measures' if kind == 'records' else ' belongs to records, and a policy with measures is one of counts' -%}
            {%- do faults.append(dbt_crowd._policy_fault(row.key ~ whose, meta[row.key], row.anchor)) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- set said = {'max_suppression': 1, 'rungs': [{}]} if kind == 'counts' else {} -%}
    {%- for key, value in meta.items() if key not in foreign and not (key == 'rungs' and value == []) -%}
        {%- do said.update({key: value}) -%}
    {%- endfor -%}
    {%- do return({'kind': kind, 'rows': rows, 'meta': said, 'faults': faults}) -%}
{% endmacro %}
