{#- One line per sentence, each naming the package and the model it speaks of. -#}
{% macro _with_subject(subject, sentences) %}
    {%- set lines = [] -%}
    {%- for sentence in sentences -%}
        {%- do lines.append('dbt_crowd: ' ~ subject ~ ' ' ~ sentence) -%}
    {%- endfor -%}
    {%- do return(lines | join('\n')) -%}
{% endmacro %}
