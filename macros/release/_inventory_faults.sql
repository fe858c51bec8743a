{#-
    The input's columns against the policy's: a column that is not declared is a fault, never a silent pass, and so is
    one that is declared and missing. Names are compared without case, as warehouses do. Column names are not data.
-#}
{% macro _inventory_faults(policy, input, hierarchies, population=none) %}
    {%- set faults = [] -%}
    {%- set there = dbt_crowd._lower_names(adapter.get_columns_in_relation(input)) -%}
    {%- set declared = [] -%}
    {%- for name in dbt_crowd._declared_columns(policy) -%}
        {%- do declared.append(name | lower) -%}
    {%- endfor -%}
    {%- set undeclared = there | reject('in', declared) | list -%}
    {%- set missing = declared | reject('in', there) | list -%}
    {%- if undeclared -%}
        {%- do faults.append({'criterion': 'columns', 'words': 'the input has columns that the policy does not declare: ' ~ undeclared | join(', ')}) -%}
    {%- endif -%}
    {%- if missing -%}
        {%- do faults.append({'criterion': 'columns', 'words': 'the policy declares columns that the input does not have: ' ~ missing | join(', ')}) -%}
    {%- endif -%}
    {%- do faults.extend(dbt_crowd._table_hierarchy_faults(dbt_crowd._table_hierarchies(policy), hierarchies)) -%}
    {%- if policy.get('measures') and not faults -%}
        {%- do faults.extend(dbt_crowd._counted_values_faults(policy, input)) -%}
    {%- endif -%}
    {%- do return(faults + (dbt_crowd._population_column_faults(policy, population) if population is not none else [])) -%}
{% endmacro %}


{#- The population must have every quasi-identifier, and its person column where one is named. -#}
{% macro _population_column_faults(policy, population) %}
    {%- set there = dbt_crowd._lower_names(adapter.get_columns_in_relation(population)) -%}
    {%- set needed = [policy.population.privacy_unit] if policy.population.get('privacy_unit') else [] -%}
    {%- for column in policy.quasi_identifiers -%}
        {%- do needed.append((policy.population.get('columns') or {}).get(column.name, column.name)) -%}
    {%- endfor -%}
    {%- set missing = needed | map('lower') | reject('in', there) | list -%}
    {%- do return([{'criterion': 'population', 'words': 'the population does not have the columns: ' ~ missing | join(', ')}] if missing else []) -%}
{% endmacro %}


{#- The columns of a policy whose hierarchy is a relation, sensitive ones included. -#}
{% macro _table_hierarchies(policy) %}
    {%- set found = [] -%}
    {%- for column in policy.quasi_identifiers + policy.sensitive if column.get('hierarchy') and column.hierarchy.type == 'table' -%}
        {%- do found.append(column) -%}
    {%- endfor -%}
    {%- do return(found) -%}
{% endmacro %}


{#- A hierarchy table must have its levels, and one row a value: a value that stands twice would release a record twice. -#}
{% macro _table_hierarchy_faults(columns, hierarchies) %}
    {%- set faults = [] -%}
    {%- set whole = [] -%}
    {%- for column in columns -%}
        {%- set there = dbt_crowd._lower_names(adapter.get_columns_in_relation(hierarchies[column.name])) -%}
        {%- set missing = [] -%}
        {%- for level in column.levels if (level | lower) not in there -%}
            {%- do missing.append(level) -%}
        {%- endfor -%}
        {%- if missing -%}
            {%- do faults.append({'criterion': 'hierarchy', 'words': 'the hierarchy of ' ~ column.name ~ ' has no column ' ~ missing | join(', ')}) -%}
        {%- else -%}
            {%- do whole.append(column) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- set counted = run_query(dbt_crowd._repeated_values_query(whole, hierarchies)).rows if whole else [] -%}
    {%- for row in counted if row[1] -%}
        {%- do faults.append({'criterion': 'hierarchy', 'words': 'the hierarchy of ' ~ whole[row[0] | int].name ~ ' has ' ~ row[1] | int
            ~ ' values that stand on more than one row of its first column'}) -%}
    {%- endfor -%}
    {%- do return(faults) -%}
{% endmacro %}


{#- Per hierarchy table, how many values of its first level, as they are looked up, stand on more than one row. -#}
{% macro _repeated_values_query(columns, hierarchies) %}
    {%- set selects = [] -%}
    {%- for column in columns -%}
        {%- set value = dbt_crowd.normalised_text(dbt_crowd.quoted(column.levels[0]), column.hierarchy.get('case')) -%}
        {%- set select -%}
select
    {{ loop.index0 }} as crowd_column,
    count(*) as crowd_repeated_values
from (
    select {{ value }} as crowd_value
    from {{ hierarchies[column.name] }}
    group by {{ value }}
    having count(*) > 1
) as repeated
        {%- endset -%}
        {%- do selects.append(select) -%}
    {%- endfor -%}
    {%- do return(selects | join('\n\nunion all\n\n') ~ '\n\norder by crowd_column') -%}
{% endmacro %}


{% macro _lower_names(columns) %}
    {%- set names = [] -%}
    {%- for column in columns -%}
        {%- do names.append(column.name | lower) -%}
    {%- endfor -%}
    {%- do return(names) -%}
{% endmacro %}


{#- A query of one row of numbers as a mapping of name to number; names in lower case, whole numbers as such. -#}
{% macro _counts(query) %}
    {%- set table = run_query(query) -%}
    {%- set figures = {} -%}
    {%- for name in table.column_names -%}
        {%- set value = table.rows[0][loop.index0] -%}
        {%- do figures.update({name | lower: value}) -%}
    {%- endfor -%}
    {%- do return(figures) -%}
{% endmacro %}
