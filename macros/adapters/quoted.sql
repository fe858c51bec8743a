{#-
    A column or table name as SQL. A simple lower-case name that no engine reserves stays as it is, so that it reads
    well and folds on Snowflake; any other is quoted exactly as it is spelt.
-#}
{% macro quoted(name) %}
    {%- if dbt_crowd._is_simple_name(name) and name not in dbt_crowd.reserved_words() -%}
        {%- do return(name) -%}
    {%- endif -%}
    {%- do return(dbt_crowd.quote_name(name)) -%}
{% endmacro %}


{#- A name in quotes, exactly as it is spelt. -#}
{% macro quote_name(name) %}
    {%- do return(adapter.dispatch('quote_name', 'dbt_crowd')(name)) -%}
{% endmacro %}


{% macro default__quote_name(name) %}
    {%- do return('"' ~ name.replace('"', '""') ~ '"') -%}
{% endmacro %}


{% macro spark__quote_name(name) %}
    {%- do return('`' ~ name.replace('`', '``') ~ '`') -%}
{% endmacro %}


{% macro bigquery__quote_name(name) %}
    {%- do return('`' ~ name.replace('\\', '\\\\').replace('`', '\\`') ~ '`') -%}
{% endmacro %}


{#- Lower-case letters, digits and underscores, with no digit in front. -#}
{% macro _is_simple_name(name) %}
    {%- for character in name | list if character not in 'abcdefghijklmnopqrstuvwxyz0123456789_' -%}
        {%- do return(false) -%}
    {%- endfor -%}
    {%- do return(name != '' and name[:1] not in '0123456789') -%}
{% endmacro %}
