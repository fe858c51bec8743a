{#- The names that come out of a release of counts: what cells are made of, the rung, the measures, the totals. -#}
{% macro count_columns(policy) %}
    {%- set names = dbt_crowd.cell_columns(policy) + ['crowd_rung'] + policy.measures | map(attribute='name') | list -%}
    {%- for total in dbt_crowd.count_totals(policy.measures, policy.total_by, policy.totals) -%}
        {%- do names.append(total.name) -%}
    {%- endfor -%}
    {%- do return(names) -%}
{% endmacro %}


{#- The columns that cells are made of. -#}
{% macro cell_columns(policy) %}
    {%- do return((policy.quasi_identifiers + policy.sensitive) | map(attribute='name') | list) -%}
{% endmacro %}


{#- The columns of the input that are added up, each once: crowd_value_<place> in the SQL. -#}
{% macro measured_columns(policy) %}
    {%- do return(policy.measures | selectattr('column', 'defined') | map(attribute='column') | unique | list) -%}
{% endmacro %}


{#- The measures that can leak of those who have a value, each with the number of its column. -#}
{% macro _dominance_rules(policy) %}
    {%- set columns = dbt_crowd.measured_columns(policy) -%}
    {%- set rules = [] -%}
    {%- for measure in policy.measures if measure.column is defined -%}
        {%- set rule = {'value': 'crowd_value_' ~ (columns.index(measure.column) + 1), 'p_percent': measure.p_percent, 'dominance': measure.get('dominance')} -%}
        {%- do rules.append(rule) if rule not in rules -%}
    {%- endfor -%}
    {%- do return(rules) -%}
{% endmacro %}
