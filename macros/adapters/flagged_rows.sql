{#- The statements that set a flag of rows to 1: a list. The rows are named by numbers of their key. -#}
{% macro flagged_rows(relation, flag, key, numbers) %}
    {%- do return(adapter.dispatch('flagged_rows', 'dbt_crowd')(relation, flag, key ~ ' in (' ~ numbers | map('int') | join(', ') ~ ')')) -%}
{% endmacro %}


{% macro default__flagged_rows(relation, flag, condition) %}
    {%- do return(['update ' ~ relation ~ ' set ' ~ flag ~ ' = 1 where ' ~ condition]) -%}
{% endmacro %}


{#- Tables of plain files cannot be updated, so the table is made again. -#}
{% macro spark__flagged_rows(relation, flag, condition) %}
    {%- set made = relation.incorporate(path={'identifier': relation.identifier ~ '_made'}) -%}
    {%- set lines = [] -%}
    {%- for column in adapter.get_columns_in_relation(relation) -%}
        {%- do lines.append('case when ' ~ condition ~ ' then 1 else ' ~ flag ~ ' end as ' ~ flag if column.name == flag else column.name) -%}
    {%- endfor -%}
    {%- do return([
        'drop table if exists ' ~ made,
        'create table ' ~ made ~ ' as\nselect\n    ' ~ lines | join(',\n    ') ~ '\nfrom ' ~ relation,
        'drop table ' ~ relation,
        'create table ' ~ relation ~ ' as\nselect *\nfrom ' ~ made,
        'drop table ' ~ made,
    ]) -%}
{% endmacro %}


{% macro databricks__flagged_rows(relation, flag, condition) %}
    {%- do return(dbt_crowd.default__flagged_rows(relation, flag, condition)) -%}
{% endmacro %}
