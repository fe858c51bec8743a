{#- Texts in quotes, escaped, with commas between them. -#}
{% macro _json_texts(texts) %}
    {%- set escaped = texts | map('replace', '\\', '\\\\') | map('replace', '"', '\\"') -%}
    {%- set escaped = escaped | map('replace', '\n', '\\n') | map('replace', '\r', '\\r') | map('replace', '\t', '\\t') -%}
    {%- do return('"' ~ escaped | join('","') ~ '"') -%}
{% endmacro %}
