{#-
    What a hierarchy is, whatever its type: the names of its levels, one SQL expression per level, and what is wrong
    with its settings. This file alone knows which types there are; a type is three macros in a file of its own.
-#}


{#- The names of the levels, finest first. -#}
{% macro hierarchy_levels(hierarchy) %}
    {%- if hierarchy.type == 'suppress' -%}
        {%- do return(dbt_crowd._suppress_levels(hierarchy)) -%}
    {%- elif hierarchy.type == 'bands' -%}
        {%- do return(dbt_crowd._bands_levels(hierarchy)) -%}
    {%- elif hierarchy.type == 'date' -%}
        {%- do return(dbt_crowd._date_levels(hierarchy)) -%}
    {%- elif hierarchy.type == 'prefix' -%}
        {%- do return(dbt_crowd._prefix_levels(hierarchy)) -%}
    {%- elif hierarchy.type == 'groups' -%}
        {%- do return(dbt_crowd._groups_levels(hierarchy)) -%}
    {%- elif hierarchy.type == 'table' -%}
        {%- do return(dbt_crowd._table_levels(hierarchy)) -%}
    {%- endif -%}
    {%- do return(dbt_crowd._sql_levels(hierarchy)) -%}
{% endmacro %}


{#- One SQL expression per level over a column; alias is the joined relation of a table hierarchy. -#}
{% macro hierarchy_expressions(hierarchy, column, alias=none) %}
    {%- if hierarchy.type == 'suppress' -%}
        {%- do return(dbt_crowd._suppress_expressions(hierarchy, column)) -%}
    {%- elif hierarchy.type == 'bands' -%}
        {%- do return(dbt_crowd._bands_expressions(hierarchy, column)) -%}
    {%- elif hierarchy.type == 'date' -%}
        {%- do return(dbt_crowd._date_expressions(hierarchy, column)) -%}
    {%- elif hierarchy.type == 'prefix' -%}
        {%- do return(dbt_crowd._prefix_expressions(hierarchy, column)) -%}
    {%- elif hierarchy.type == 'groups' -%}
        {%- do return(dbt_crowd._groups_expressions(hierarchy, column)) -%}
    {%- elif hierarchy.type == 'table' -%}
        {%- do return(dbt_crowd._table_expressions(hierarchy, column, alias)) -%}
    {%- endif -%}
    {%- do return(dbt_crowd._sql_expressions(hierarchy, column)) -%}
{% endmacro %}


{#- What is wrong with the settings, a sentence each, once they have the form that the policy's schema asks for. -#}
{% macro hierarchy_faults(hierarchy) %}
    {%- if hierarchy.type == 'bands' -%}
        {%- do return(dbt_crowd._bands_faults(hierarchy)) -%}
    {%- elif hierarchy.type == 'date' -%}
        {%- do return(dbt_crowd._date_faults(hierarchy)) -%}
    {%- elif hierarchy.type == 'prefix' -%}
        {%- do return(dbt_crowd._prefix_faults(hierarchy)) -%}
    {%- elif hierarchy.type == 'groups' -%}
        {%- do return(dbt_crowd._groups_faults(hierarchy)) -%}
    {%- elif hierarchy.type == 'table' -%}
        {%- do return(dbt_crowd._table_faults(hierarchy)) -%}
    {%- elif hierarchy.type == 'sql' -%}
        {%- do return(dbt_crowd._sql_faults(hierarchy)) -%}
    {%- endif -%}
    {%- do return([]) -%}
{% endmacro %}


{#- Whose values the loss counts: `hierarchy` where the type lists them itself, else `data`. -#}
{% macro hierarchy_domain(hierarchy) %}
    {%- do return('hierarchy' if hierarchy.type in ['groups', 'table'] else 'data') -%}
{% endmacro %}
