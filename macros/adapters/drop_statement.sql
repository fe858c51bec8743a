{#- The statement that drops a table or view, and with it, where the warehouse would refuse otherwise, the views on it. -#}
{% macro drop_statement(relation) %}
    {%- do return(adapter.dispatch('drop_statement', 'dbt_crowd')(relation)) -%}
{% endmacro %}


{% macro default__drop_statement(relation) %}
    {%- do return('drop ' ~ (relation.type or 'table') ~ ' if exists ' ~ relation) -%}
{% endmacro %}


{% macro duckdb__drop_statement(relation) %}
    {%- do return(dbt_crowd.default__drop_statement(relation) ~ ' cascade') -%}
{% endmacro %}


{% macro postgres__drop_statement(relation) %}
    {%- do return(dbt_crowd.default__drop_statement(relation) ~ ' cascade') -%}
{% endmacro %}
