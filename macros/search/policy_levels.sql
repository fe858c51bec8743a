{#-
    dbt run-operation dbt_crowd.policy_levels --args '{model: patients_release}': the quasi-identifiers of a policy with
    the names of their levels, so that the driver can tell names and numbers. Reads no data.
-#}
{% macro policy_levels(model, version=none) %}
    {%- set policy = dbt_crowd.resolve_policy(dbt_crowd.release_node(model, version)) -%}
    {%- set columns = [] -%}
    {%- for column in policy.quasi_identifiers -%}
        {%- do columns.append({'name': column.name, 'levels': column.levels, 'min_level': column.min_level, 'max_level': column.max_level}) -%}
    {%- endfor -%}
    {%- do print('dbt_crowd:' ~ tojson({
        'version': dbt_crowd.package_version(),
        'columns': columns,
        'rungs': policy.rungs,
    })) -%}
{% endmacro %}
