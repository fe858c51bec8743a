{#-
    dbt run-operation dbt_crowd.check_relation --args '{relation: patients, quasi_identifiers: [zip, sex], k: 5}': judges
    any table as it stands. Prints one line, `dbt_crowd:` and JSON of counts.

    relation     a model, source or table, as for inspect_relation
    privacy_unit the person column: k counts distinct persons instead of rows
-#}
{% macro check_relation(relation, quasi_identifiers, k, privacy_unit=none) %}
    {%- set found = dbt_crowd._find_relation(relation) -%}
    {%- set names = {} -%}
    {%- for column in adapter.get_columns_in_relation(found.relation) -%}
        {%- do names.update({column.name | lower: column.name}) -%}
    {%- endfor -%}
    {%- set faults = [] -%}
    {%- for name in quasi_identifiers + ([privacy_unit] if privacy_unit else []) if (name | lower) not in names -%}
        {%- do faults.append('has no column ' ~ name) -%}
    {%- endfor -%}
    {%- if faults -%}
        {%- do faults.append('has the columns ' ~ names.values() | join(', ')) -%}
        {%- do dbt_crowd.refuse(dbt_crowd._with_subject(relation, faults)) -%}
    {%- endif -%}
    {%- set keys = [] -%}
    {%- for name in quasi_identifiers -%}
        {%- do keys.append(names[name | lower]) -%}
    {%- endfor -%}
    {%- set claim = {'k': k, 'nulls': 'value', 'privacy_unit': names[privacy_unit | lower] if privacy_unit else none} -%}
    {%- set table = run_query(dbt_crowd._k_anonymity_figures(found.relation, keys, claim)) -%}
    {%- set figures = {} -%}
    {%- for name in table.column_names -%}
        {%- do figures.update({name | lower: table.rows[0][loop.index0] | int}) -%}
    {%- endfor -%}
    {%- do print('dbt_crowd:' ~ tojson({
        'version': dbt_crowd.package_version(),
        'relation': relation,
        'satisfied': figures.crowd_rows > 0 and figures.crowd_classes_below_k == 0,
        'judge': figures,
    })) -%}
{% endmacro %}
