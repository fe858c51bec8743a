{#-
    Any value as text that is compared letter by letter: a collation that the column brings along, by which `Bonn` and
    `BONN` would be one crowd and still be published as two, is taken off.
-#}
{% macro exact_text(expression) %}
    {%- do return(adapter.dispatch('exact_text', 'dbt_crowd')(expression)) -%}
{% endmacro %}


{% macro default__exact_text(expression) %}
    {%- do return(dbt_crowd.as_text(expression)) -%}
{% endmacro %}


{% macro duckdb__exact_text(expression) %}
    {%- do return(dbt_crowd.as_text(expression) ~ ' collate c') -%}
{% endmacro %}


{% macro postgres__exact_text(expression) %}
    {%- do return(dbt_crowd.as_text(expression) ~ ' collate "C"') -%}
{% endmacro %}


{#- Redshift has a function for it, and no collation of that name. -#}
{% macro redshift__exact_text(expression) %}
    {%- do return('collate(' ~ dbt_crowd.as_text(expression) ~ ", 'case_sensitive')") -%}
{% endmacro %}


{#- Columns of a relation for a SELECT that groups by them: text columns letter by letter, the others as they are. -#}
{% macro exact_columns(relation, names) %}
    {%- set is_text = {} -%}
    {%- for column in adapter.get_columns_in_relation(relation) -%}
        {%- do is_text.update({column.name | lower: column.is_string()}) -%}
    {%- endfor -%}
    {%- set columns = [] -%}
    {%- for name in names -%}
        {%- set quoted = dbt_crowd.quoted(name) -%}
        {%- do columns.append(dbt_crowd.exact_text(quoted) ~ ' as ' ~ quoted if is_text.get(name | lower) else quoted) -%}
    {%- endfor -%}
    {%- do return(columns) -%}
{% endmacro %}
