{#- The statements that give a table another name in its schema: a list. -#}
{% macro moved_table(relation, name) %}
    {%- do return(adapter.dispatch('moved_table', 'dbt_crowd')(relation, relation.incorporate(path={'identifier': name}))) -%}
{% endmacro %}


{% macro default__moved_table(relation, renamed) %}
    {%- do return(['alter table ' ~ relation ~ ' rename to ' ~ dbt_crowd.quoted(renamed.identifier)]) -%}
{% endmacro %}


{#- Without its schema the new name would be one of the session's schema. -#}
{% macro snowflake__moved_table(relation, renamed) %}
    {%- do return(['alter table ' ~ relation ~ ' rename to ' ~ renamed]) -%}
{% endmacro %}


{% macro trino__moved_table(relation, renamed) %}
    {%- do return(dbt_crowd.snowflake__moved_table(relation, renamed)) -%}
{% endmacro %}


{#- Not every catalog behind Spark can rename. -#}
{% macro spark__moved_table(relation, renamed) %}
    {%- do return([dbt_crowd.new_table(renamed, 'select *\nfrom ' ~ relation), 'drop table ' ~ relation]) -%}
{% endmacro %}
