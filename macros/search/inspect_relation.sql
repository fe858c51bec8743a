{#-
    dbt run-operation dbt_crowd.inspect_relation --args '{relation: stg_patients}': the columns of a relation with counts
    that help to decide what kind of column each is. Prints one line, `dbt_crowd:` and JSON; no value of the data.

    Of every column: name, type, distinct (values, normalised; null where the type cannot be counted), nulls (rows with
    no value or a blank one), and covered: per preset the rows whose value the preset covers and that look like it.
-#}
{% macro inspect_relation(relation) %}
    {%- set found = dbt_crowd._find_relation(relation) -%}
    {%- set columns = adapter.get_columns_in_relation(found.relation) -%}
    {%- set presets = dbt_crowd._preset_shapes() -%}
    {%- set counted = run_query(dbt_crowd._inspection_query(found.relation, columns, presets)).rows -%}
    {%- set inspected = [] -%}
    {%- for column in columns -%}
        {%- set counts = counted[loop.index0] -%}
        {%- set covered = {} -%}
        {%- for preset in presets -%}
            {%- do covered.update({preset: counts[4 + loop.index0] | int}) -%}
        {%- endfor -%}
        {%- do inspected.append({
            'name': column.name,
            'type': column.dtype | lower,
            'family': dbt_crowd._type_family(column.dtype),
            'distinct': none if counts[2] is none else counts[2] | int,
            'nulls': counts[3] | int,
            'covered': covered,
        }) -%}
    {%- endfor -%}
    {%- do print('dbt_crowd:' ~ tojson({
        'version': dbt_crowd.package_version(),
        'kind': found.kind,
        'name': found.name,
        'model_version': found.get('version'),
        'source_name': found.get('source_name'),
        'schema': found.relation.schema,
        'database': found.relation.database,
        'rows': counted[0][1] | int,
        'columns': inspected,
    })) -%}
{% endmacro %}


{#- One row per column, in order: its number, rows, distinct values, NULLs, and for every preset how many rows it covers. -#}
{% macro _inspection_query(relation, columns, presets) %}
    {%- set ctes = [] -%}
    {%- set selects = [] -%}
    {%- for column in columns -%}
        {%- set name = dbt_crowd.quote_name(column.name) -%}
        {%- set family = dbt_crowd._type_family(column.dtype) -%}
        {%- set grouped = 'case when ' ~ name ~ ' is null then 1 else 0 end' if family == 'nested' else name -%}
        {%- set cte -%}
column_{{ loop.index }} as (
    select
        {{ grouped }} as crowd_value,
        count(*) as crowd_rows
    from {{ relation }}
    group by {{ grouped }}
)
        {%- endset -%}
        {%- do ctes.append(cte) -%}
        {%- do selects.append(dbt_crowd._inspection_counts(loop.index, family, presets)) -%}
    {%- endfor -%}
with {{ ctes | join(',\n\n') }}

{{ selects | join('\n\nunion all\n\n') }}

order by crowd_column
{%- endmacro %}


{% macro _inspection_counts(number, family, presets) %}
    {%- set bigint = dbt.type_bigint() -%}
    {%- set value = dbt_crowd.hierarchy_expressions({'type': 'suppress'}, 'crowd_value')[0] -%}
    {%- set missing = 'crowd_value = 1' if family == 'nested' else value ~ ' is null' -%}
select
    {{ number }} as crowd_column,
    cast(coalesce(sum(crowd_rows), 0) as {{ bigint }}) as crowd_rows,
    {{ 'cast(null as ' ~ bigint ~ ')' if family == 'nested' else 'count(distinct ' ~ value ~ ')' }} as crowd_distinct,
    cast(coalesce(sum(case when {{ missing }} then crowd_rows else 0 end), 0) as {{ bigint }}) as crowd_nulls
    {%- for preset, shape in presets.items() %},
    {%- if family in shape.families %}
    cast(coalesce(sum(case when {{ dbt_crowd._looks_like(preset, shape) | replace('\n', '\n        ') }} then crowd_rows else 0 end), 0) as {{ bigint }}) as crowd_preset_{{ loop.index }}
    {%- else %}
    cast(0 as {{ bigint }}) as crowd_preset_{{ loop.index }}
    {%- endif %}
    {%- endfor %}
from column_{{ number }}
{%- endmacro %}


{#- A value that the preset covers: one with a label of its own at the finest level, and no other number than the preset means. -#}
{% macro _looks_like(preset, shape) %}
    {%- set hierarchy = dict(dbt_crowd.hierarchy_presets()[preset]) -%}
    {%- do hierarchy.update(shape.get('settings', {})) -%}
    {%- set covered = dbt_crowd.hierarchy_expressions(hierarchy, 'crowd_value')[0] ~ " <> '*'" -%}
    {%- if shape.get('pattern') -%}
        {%- do return(covered ~ ' and ' ~ dbt_crowd.regex_matches(dbt_crowd.normalised_text('crowd_value'), shape.pattern)) -%}
    {%- endif -%}
    {%- do return(covered) -%}
{% endmacro %}


{#-
    The presets that `crowd init` looks for: the types of column that can be one, settings that a preset needs to be
    computed at all, and for ages what tells them from other numbers.
-#}
{% macro _preset_shapes() %}
    {%- do return({
        'age': {'families': ['number', 'text'], 'pattern': '^(1[01])?[0-9]{1,2}([.]0*)?$'},
        'birth_date': {'families': ['date', 'text'], 'settings': {'as_of': '2000-01-01'}},
        'timestamp': {'families': ['date', 'text']},
        'us_zip': {'families': ['number', 'text']},
        'us_state': {'families': ['text']},
        'icd10': {'families': ['text']},
    }) -%}
{% endmacro %}


{#- What a warehouse's type holds: number, date (or a time of day), boolean, text, or nested (what cannot be grouped by). -#}
{% macro _type_family(data_type) %}
    {%- set type = data_type | lower -%}
    {%- for word in ['[', '<', 'struct', 'map', 'array', 'list', 'json', 'row(', 'variant', 'object', 'super', 'geo', 'point', 'blob', 'byte', 'binary', 'xml', 'union'] if word in type -%}
        {%- do return('nested') -%}
    {%- endfor -%}
    {%- for word in ['date', 'time'] if word in type -%}
        {%- do return('date') -%}
    {%- endfor -%}
    {%- for word in ['int', 'num', 'decimal', 'float', 'double', 'real', 'long', 'short', 'money'] if word in type and 'interval' not in type -%}
        {%- do return('number') -%}
    {%- endfor -%}
    {%- do return('boolean' if 'bool' in type else 'text') -%}
{% endmacro %}
