{#-
    The statement that makes a table of a query, without what the model's config says of its own table: contract,
    partitions and the like are about the columns that are published.
-#}
{% macro new_table(relation, query) %}
    {%- do return(adapter.dispatch('new_table', 'dbt_crowd')(relation, query)) -%}
{% endmacro %}


{% macro default__new_table(relation, query) %}
    {%- do return('create table ' ~ relation ~ ' as\n' ~ query) -%}
{% endmacro %}


{% macro spark__new_table(relation, query) %}
    {%- set format = file_format_clause() | trim -%}
    {%- do return('create table ' ~ relation ~ (' ' ~ format if format else '') ~ ' as\n' ~ query) -%}
{% endmacro %}
