{#-
    A row as a whole number below 2^60, the same for the same values on every engine, so that the sum over rows is a
    fingerprint that does not depend on their order. Each value carries its length: no two different rows are one text.
-#}
{% macro row_hash(expressions) %}
    {%- set text = dbt_crowd.exact_text('{value}') -%}
    {%- set part = 'coalesce(' ~ dbt_crowd.as_text('length(' ~ text ~ ')') ~ " || ':' || " ~ text ~ ", '-')" -%}
    {%- set parts = [] -%}
    {%- for expression in expressions -%}
        {%- do parts.append(part.replace('{value}', expression)) -%}
    {%- endfor -%}
    {%- do return(adapter.dispatch('hash_number', 'dbt_crowd')(parts | join(' || '))) -%}
{% endmacro %}


{% macro default__hash_number(text) %}
    {%- do return("cast('0x' || left(md5(" ~ text ~ '), 15) as bigint)') -%}
{% endmacro %}


{% macro postgres__hash_number(text) %}
    {%- do return("cast(cast('x' || left(md5(" ~ text ~ '), 15) as bit(60)) as bigint)') -%}
{% endmacro %}


{% macro redshift__hash_number(text) %}
    {%- do return('strtol(left(md5(' ~ text ~ '), 15), 16)') -%}
{% endmacro %}


{% macro spark__hash_number(text) %}
    {%- do return('cast(conv(substring(md5(' ~ text ~ '), 1, 15), 16, 10) as bigint)') -%}
{% endmacro %}


{% macro snowflake__hash_number(text) %}
    {%- do return('to_number(left(md5(' ~ text ~ "), 15), 'xxxxxxxxxxxxxxx')") -%}
{% endmacro %}


{% macro bigquery__hash_number(text) %}
    {%- do return("cast('0x' || left(to_hex(md5(" ~ text ~ ')), 15) as int64)') -%}
{% endmacro %}


{% macro trino__hash_number(text) %}
    {%- do return('from_base(substr(to_hex(md5(to_utf8(' ~ text ~ '))), 1, 15), 16)') -%}
{% endmacro %}
