{#-
    JSON that is the same text for the same value on every dbt: keys sorted, no blanks, numbers as plain decimals, text
    unescaped where it can be. A call costs a millisecond, so lists of text, the long ones, take one for all.
-#}
{% macro _canonical_json(value) %}
    {%- set parts = [] -%}
    {%- if value is none or value is undefined -%}
        {%- do return('null') -%}
    {%- elif value is boolean -%}
        {%- do return('true' if value else 'false') -%}
    {%- elif value is integer or value is float -%}
        {%- do return(dbt_crowd._decimal_text(value)) -%}
    {%- elif value is mapping -%}
        {%- set entries = {} -%}
        {%- for key, item in value.items() -%}
            {%- do entries.update({key | string: item}) -%}
        {%- endfor -%}
        {%- for key, item in entries | dictsort(true) -%}
            {%- set name = key.replace('\\', '\\\\').replace('"', '\\"').replace('\n', '\\n').replace('\r', '\\r').replace('\t', '\\t') -%}
            {%- do parts.append('"' ~ name ~ '":' ~ (dbt_crowd._json_texts([item]) if item is string else dbt_crowd._canonical_json(item))) -%}
        {%- endfor -%}
        {%- do return('{' ~ parts | join(',') ~ '}') -%}
    {%- elif dbt_crowd._is_list(value) -%}
        {%- if value and value | select('string') | list | length == value | length -%}
            {%- do return('[' ~ dbt_crowd._json_texts(value) ~ ']') -%}
        {%- endif -%}
        {%- for item in value -%}
            {%- do parts.append(dbt_crowd._canonical_json(item)) -%}
        {%- endfor -%}
        {%- do return('[' ~ parts | join(',') ~ ']') -%}
    {%- endif -%}
    {%- do return(dbt_crowd._json_texts([value | string])) -%}
{% endmacro %}
