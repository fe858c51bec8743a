{#-
    The columns of one kind, a list or a mapping of column to settings, as {'columns': [{'name', 'settings'}], 'faults': [...]}.
    A list says a column's name and no settings.
-#}
{% macro _policy_columns(kind, declared) %}
    {%- set columns = [] -%}
    {%- set faults = [] -%}
    {%- set is_mapping = declared is mapping -%}
    {%- for name in declared -%}
        {%- if name is not string -%}
            {%- do faults.append(dbt_crowd._policy_fault(kind ~ ' must name columns in text: quote what YAML reads as something else', name, kind)) -%}
        {%- elif not dbt_crowd._is_name(name) -%}
            {%- do faults.append(dbt_crowd._policy_fault(kind ~ ' must name columns without blanks around the name', name, kind)) -%}
        {%- elif (name | lower)[:6] == 'crowd_' -%}
            {%- do faults.append(dbt_crowd._policy_fault(kind ~ ' must not name columns that begin with crowd_, which are the package\'s own', name, kind)) -%}
        {%- else -%}
            {%- do columns.append({'name': name, 'settings': declared[name] if is_mapping else {}}) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- do return({'columns': columns, 'faults': faults}) -%}
{% endmacro %}
