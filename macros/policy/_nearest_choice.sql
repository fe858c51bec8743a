{#- `; the nearest is ...` for a misspelt word of a row that allows certain words. -#}
{% macro _nearest_choice(row, got) %}
    {%- if row.type == 'choice' and got is string -%}
        {%- do return('; the nearest is ' ~ dbt_crowd._nearest_word(got, row.allowed)) -%}
    {%- endif -%}
    {%- do return('') -%}
{% endmacro %}
