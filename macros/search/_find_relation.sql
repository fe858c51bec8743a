{#-
    A relation by what a user calls it: a model, seed or snapshot (`stg_patients`, `patients.v2`), a source
    (`raw.visits`), or a table (`schema.table`, `database.schema.table`). What dbt knows comes before what is merely in
    the warehouse, so that a release can name its input with ref() or source().

    {'relation', 'kind': 'ref', 'source' or 'table', 'name', 'version' (of a ref), 'source_name' (of a source)}
-#}
{% macro _find_relation(name) %}
    {%- do dbt_crowd.refuse_unknown_adapter() -%}
    {%- set found = dbt_crowd._known_relations(name | lower) -%}
    {%- if found | length > 1 -%}
        {%- do dbt_crowd.refuse('dbt_crowd: ' ~ name ~ ' names ' ~ found | length ~ ' relations of this project; say which, as schema.table') -%}
    {%- endif -%}
    {%- if found -%}
        {%- set relation = dbt_crowd.relation_of(found[0].parts) -%}
        {%- if relation is none -%}
            {%- set cure = 'build it first: dbt build -s ' ~ name if found[0].kind == 'ref' else 'load it first' -%}
            {%- do dbt_crowd.refuse('dbt_crowd: ' ~ name ~ ' is not in the warehouse; ' ~ cure) -%}
        {%- endif -%}
        {%- do found[0].update({'relation': relation}) -%}
        {%- do return(found[0]) -%}
    {%- endif -%}
    {%- set parts = ([target.database, target.schema] + name.split('.')) [-3:] if name.split('.') | length == 1 else ([target.database] + name.split('.')) [-3:] -%}
    {%- set relation = adapter.get_relation(database=parts[0], schema=parts[1], identifier=parts[2]) if name.split('.') | length <= 3 else none -%}
    {%- if relation is none -%}
        {%- do dbt_crowd.refuse('dbt_crowd: there is no model, source or table named ' ~ name) -%}
    {%- endif -%}
    {%- do return({'kind': 'table', 'name': relation.identifier, 'relation': relation}) -%}
{% endmacro %}


{#- What this project has under a name, in lower case: a list of what _find_relation gives, the relation as parts. -#}
{% macro _known_relations(name) %}
    {%- set found = [] -%}
    {%- for node in graph.nodes.values() if node.resource_type in ['model', 'seed', 'snapshot'] -%}
        {%- set parts = {'database': node.database, 'schema': node.schema, 'identifier': node.alias or node.name} -%}
        {%- set names = dbt_crowd._names_of_parts(parts) -%}
        {%- if not node.version or node.version == node.latest_version -%}
            {%- do names.append(node.name | lower) -%}
        {%- endif -%}
        {%- if node.version -%}
            {%- do names.append((node.name ~ '.v' ~ node.version) | lower) -%}
        {%- endif -%}
        {%- if name in names -%}
            {%- do found.append({'kind': 'ref', 'name': node.name, 'version': node.version or none, 'parts': parts}) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- for source in graph.sources.values() -%}
        {%- set parts = {'database': source.database, 'schema': source.schema, 'identifier': source.identifier or source.name} -%}
        {%- if name in dbt_crowd._names_of_parts(parts) + [(source.source_name ~ '.' ~ source.name) | lower] -%}
            {%- do found.append({'kind': 'source', 'name': source.name, 'source_name': source.source_name, 'parts': parts}) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- do return(found) -%}
{% endmacro %}


{#- How a table may be named with its schema. -#}
{% macro _names_of_parts(parts) %}
    {%- set name = (parts.schema ~ '.' ~ parts.identifier) | lower -%}
    {%- do return([name, (parts.database ~ '.' ~ parts.schema ~ '.' ~ parts.identifier) | lower]) -%}
{% endmacro %}
