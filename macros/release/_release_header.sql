{#-
    The first line of a compiled release: one comment of JSON. A name that holds the end of a comment is escaped as JSON
    allows. The hash of the SQL that follows shows whether anything was written around it.
-#}
{% macro _release_header(policy, relation, hierarchies, query, population=none) %}
    {%- set facts = dbt_crowd._header_inputs(relation, hierarchies, population) -%}
    {%- do facts.update({'unique_id': policy.unique_id, 'policy': policy.hash, 'sql': local_md5(query | trim)}) -%}
    {%- do return('/* dbt_crowd ' ~ (tojson(facts, sort_keys=true) | replace('*/', '*\\/')) ~ ' */') -%}
{% endmacro %}


{#- What a release reads, as the header and the log have it. -#}
{% macro _header_inputs(relation, hierarchies, population=none) %}
    {%- set tables = {} -%}
    {%- for name in hierarchies -%}
        {%- do tables.update({name: dbt_crowd._relation_parts(hierarchies[name])}) -%}
    {%- endfor -%}
    {%- set inputs = {'input': dbt_crowd._relation_parts(relation), 'hierarchies': tables} -%}
    {%- if population is not none -%}
        {%- do inputs.update({'population': dbt_crowd._relation_parts(population)}) -%}
    {%- endif -%}
    {%- do return(inputs) -%}
{% endmacro %}


{#- A relation as parts: rendered names differ between warehouses and under --empty, parts do not. -#}
{% macro _relation_parts(relation) %}
    {%- do return({'database': relation.database, 'schema': relation.schema, 'identifier': relation.identifier}) -%}
{% endmacro %}


{#- The facts of a compiled release's first line, or none where the SQL is not what release() wrote, all of it and nothing else. -#}
{% macro _read_release_header(sql) %}
    {%- set lines = (sql | trim).split('\n') -%}
    {%- if lines[0][:13] != '/* dbt_crowd ' -%}
        {%- do return(none) -%}
    {%- endif -%}
    {%- set facts = fromjson(lines[0][13:-3]) -%}
    {%- if facts is none or local_md5(lines[1:] | join('\n') | trim) != facts.sql -%}
        {%- do return(none) -%}
    {%- endif -%}
    {%- do return(facts) -%}
{% endmacro %}


{#- The relation that parts name; none where it does not exist. -#}
{% macro relation_of(parts) %}
    {%- do return(adapter.get_relation(database=parts.database, schema=parts.schema, identifier=parts.identifier)) -%}
{% endmacro %}
