{#-
    The expression that all types share: branches [condition, label] in order, then `*` for a value that is there and
    that no branch covers; NULL and blank stay NULL, provided that no condition holds for them.
-#}
{% macro _label_case(branches, text) %}
    {%- do return(dbt_crowd._case(branches + [[text ~ " != ''", "'*'"]], none)) -%}
{% endmacro %}


{#- Branches [condition, label] and, unless it is none, a label for the rest; without branches just that. -#}
{% macro _case(branches, otherwise) %}
    {%- if not branches -%}
        {%- do return(otherwise) -%}
    {%- endif -%}
    {%- set lines = ['case'] -%}
    {%- for branch in branches -%}
        {%- set line = 'when ' ~ branch[0] ~ ' then ' ~ branch[1] -%}
        {%- if line | length > 100 or '\n' in line -%}
            {%- set line = 'when ' ~ branch[0] ~ '\n        then ' ~ branch[1] | indent(8) -%}
        {%- endif -%}
        {%- do lines.append('    ' ~ line) -%}
    {%- endfor -%}
    {%- if otherwise is not none -%}
        {%- do lines.append('    else ' ~ otherwise | indent(4)) -%}
    {%- endif -%}
    {%- do lines.append('end') -%}
    {%- do return(lines | join('\n')) -%}
{% endmacro %}


{#- `text in ('a', 'b')`, a dozen to a line, each line quoted at once. -#}
{% macro _is_in(text, values) %}
    {%- if values | length == 1 -%}
        {%- do return(text ~ ' = ' ~ dbt_crowd.sql_text(values[0])) -%}
    {%- endif -%}
    {%- set rows = [] -%}
    {%- for row in values | batch(12) -%}
        {%- do rows.append(dbt_crowd.sql_text(row | join('\u001f')).replace('\u001f', "', '")) -%}
    {%- endfor -%}
    {%- if rows | length == 1 -%}
        {%- do return(text ~ ' in (' ~ rows[0] ~ ')') -%}
    {%- endif -%}
    {%- do return(text ~ ' in (\n        ' ~ rows | join(',\n        ') ~ '\n    )') -%}
{% endmacro %}
