{#-
    The expression that all types share: branches [condition, label] in order, then `*` for a value that is there and
    that no branch covers; NULL and blank stay NULL, provided that no condition holds for them.
-#}
{% macro _label_case(branches, text) %}
    {%- set lines = ['case'] -%}
    {%- for branch in branches -%}
        {%- do lines.append('    when ' ~ branch[0] ~ ' then ' ~ branch[1]) -%}
    {%- endfor -%}
    {%- do lines.append('    when ' ~ text ~ " != '' then '*'") -%}
    {%- do lines.append('end') -%}
    {%- do return(lines | join('\n')) -%}
{% endmacro %}


{#- `text in ('a', 'b')`, a dozen to a line. -#}
{% macro _is_in(text, values) %}
    {%- set rows = [] -%}
    {%- for row in values | batch(12) -%}
        {%- set literals = [] -%}
        {%- for value in row -%}
            {%- do literals.append(dbt_crowd.sql_text(value)) -%}
        {%- endfor -%}
        {%- do rows.append(literals | join(', ')) -%}
    {%- endfor -%}
    {%- if rows | length == 1 -%}
        {%- do return(text ~ ' in (' ~ rows[0] ~ ')') -%}
    {%- endif -%}
    {%- do return(text ~ ' in (\n        ' ~ rows | join(',\n        ') ~ '\n    )') -%}
{% endmacro %}
