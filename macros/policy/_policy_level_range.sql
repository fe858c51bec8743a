{#- The levels that a policy allows a column: {'min_level', 'max_level', 'faults'}, as places in its list of levels. -#}
{% macro _policy_level_range(levels, settings, path) %}
    {%- set finest = dbt_crowd._policy_level(levels, settings.min_level or levels | first, path ~ '.min_level', 'min_level') -%}
    {%- set coarsest = dbt_crowd._policy_level(levels, settings.max_level or levels | last, path ~ '.max_level', 'max_level') -%}
    {%- set faults = finest.faults + coarsest.faults -%}
    {%- if not faults and finest.index > coarsest.index -%}
        {%- do faults.append(dbt_crowd._policy_fault(
            path ~ '.min_level must not be coarser than max_level, ' ~ settings.max_level, settings.min_level, 'min_level'
        )) -%}
    {%- endif -%}
    {%- do return({'min_level': finest.index, 'max_level': coarsest.index, 'faults': faults}) -%}
{% endmacro %}
