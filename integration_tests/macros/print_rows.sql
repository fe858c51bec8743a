{#- Every row of the given models, or of all releases, as one line of JSON: {name: {'columns': [...], 'rows': [[...], ...]}}. -#}
{% macro print_rows(models=none) %}
    {%- set found = {} -%}
    {%- for node in graph.nodes.values() if node.resource_type == 'model' -%}
        {%- if (node.name in models if models else node.config.materialized == 'release') -%}
            {%- set relation = adapter.get_relation(database=node.database, schema=node.schema, identifier=node.alias) -%}
            {%- set table = run_query('select * from ' ~ relation) if relation is not none else {'rows': [], 'column_names': []} -%}
            {%- set rows = [] -%}
            {%- for row in table.rows -%}
                {%- set values = [] -%}
                {%- for value in row.values() -%}
                    {%- do values.append(none if value is none else value | string) -%}
                {%- endfor -%}
                {%- do rows.append(values) -%}
            {%- endfor -%}
            {%- do found.update({node.name: {'columns': table.column_names | list, 'rows': rows}}) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- do print('print_rows:' ~ tojson(found)) -%}
{% endmacro %}


{#- What the log says of the last run of every release: figures, policy, rungs. -#}
{% macro print_log() %}
    {%- set names = ['release_name', 'outcome', 'rungs', 'policy_hash'] -%}
    {%- for figure in dbt_crowd.judge_figures() -%}
        {%- do names.append(figure.name) -%}
    {%- endfor -%}
    {%- set log_table = dbt_crowd.release_log(api.Relation.create(database=target.database or none, schema=target.schema, identifier='any')) -%}
    {%- set table = run_query('select ' ~ names | join(', ') ~ ' from ' ~ log_table ~ ' order by logged_at') -%}
    {%- set found = {} -%}
    {%- for row in table.rows -%}
        {%- set entry = {} -%}
        {%- for name in names -%}
            {%- set value = row[loop.index0] -%}
            {%- do entry.update({name: none if value is none else value | string}) -%}
        {%- endfor -%}
        {%- do found.update({entry.release_name: entry}) -%}
    {%- endfor -%}
    {%- do print('print_log:' ~ tojson(found)) -%}
{% endmacro %}


{#- What became of every cell of counts, as {release: [[cell, decision, rung, size], ...]}. -#}
{% macro print_decisions() %}
    {%- set decisions = dbt_crowd.cell_decisions(api.Relation.create(database=target.database or none, schema=target.schema, identifier='any')) -%}
    {%- set table = run_query('select release_name, crowd_cell, cell, decision, crowd_rung, size from ' ~ decisions ~ ' order by crowd_cell') -%}
    {%- set found = {} -%}
    {%- for row in table.rows -%}
        {%- do found.setdefault(row[0], []).append([row[1] | int, row[2], row[3], row[4] if row[4] is none else row[4] | int, row[5]]) -%}
    {%- endfor -%}
    {%- do print('print_decisions:' ~ tojson(found)) -%}
{% endmacro %}


{#- What the package says of models to one who writes their policy, a line each. -#}
{% macro inspect_each(models) %}
    {%- for model in models -%}
        {%- do dbt_crowd.inspect_relation(model) -%}
    {%- endfor -%}
{% endmacro %}


{#- Rows, log, tables and decisions in one run, a line each. -#}
{% macro print_everything() %}
    {%- do print_rows() -%}
    {%- do print_log() -%}
    {%- do print_tables() -%}
    {%- do print_decisions() -%}
{% endmacro %}


{#- Statements as they stand. -#}
{% macro run_statements(statements) %}
    {%- for sql in statements -%}
        {%- call statement('run_statements', auto_begin=true) -%}
            {{ sql }}
        {%- endcall -%}
    {%- endfor -%}
    {%- do adapter.commit() -%}
{% endmacro %}


{#- The tables and views in the schemas of this target: {schema: [names]}. -#}
{% macro print_tables() %}
    {%- set found = {} -%}
    {%- for row in list_schemas(target.database) if target.schema in row[0] | lower -%}
        {%- set names = [] -%}
        {%- for relation in dbt.list_relations_without_caching(api.Relation.create(database=target.database or none, schema=row[0])) -%}
            {%- do names.append(relation[1]) -%}
        {%- endfor -%}
        {%- do found.update({row[0] | lower: names | sort}) -%}
    {%- endfor -%}
    {%- do print('print_tables:' ~ tojson(found)) -%}
{% endmacro %}
