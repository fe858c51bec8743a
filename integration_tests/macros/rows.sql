{#- A query of rows that are written out, the same on every engine. -#}
{% macro rows(columns, values) %}
    {%- set selects = [] -%}
    {%- for row in values -%}
        {%- set lines = [] -%}
        {%- for name in columns -%}
            {%- set value = row[loop.index0] -%}
            {%- do lines.append(('null' if value is none else dbt_crowd.sql_text(value)) ~ ' as ' ~ dbt_crowd.quoted(name)) -%}
        {%- endfor -%}
        {%- do selects.append('select\n        ' ~ lines | join(',\n        ')) -%}
    {%- endfor -%}
    {%- set casts = [] -%}
    {%- for name, kind in columns.items() -%}
        {%- set column = dbt_crowd.quoted(name) -%}
        {%- do casts.append('cast(' ~ column ~ ' as ' ~ kind_type(kind) ~ ') as ' ~ column) -%}
    {%- endfor -%}
with written as (
    {{ selects | join('\n    union all\n    ') }}
)

select
    {{ casts | join(',\n    ') }}
from written
{%- endmacro %}


{% macro kind_type(kind) %}
    {%- set types = {
        'text': dbt.type_string(),
        'whole': dbt.type_bigint(),
        'number': 'decimal(18, 4)',
        'double': dbt_crowd.type_double(),
        'boolean': 'boolean',
        'date': 'date',
        'timestamp': dbt.type_timestamp(),
        'timestamp_tz': 'timestamp' if target.type in ['spark', 'sail'] else 'timestamp with time zone',
    } -%}
    {%- do return(types[kind] | trim | lower) -%}
{% endmacro %}
