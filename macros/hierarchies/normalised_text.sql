{#-
    Any column as the text that is counted and published: without blanks around it, blank as NULL, in one case when
    that is asked for.
-#}
{% macro normalised_text(column, case=none) %}
    {%- do return('nullif(' ~ dbt_crowd._trimmed_text(column, case) ~ ", '')") -%}
{% endmacro %}


{#- The same, with blank left blank, for conditions that look at it. -#}
{% macro _trimmed_text(column, case=none) %}
    {%- set text = dbt_crowd.trimmed(dbt_crowd.exact_text(column)) -%}
    {%- do return(dbt_crowd.folded(text, case) if case in ['upper', 'lower'] else text) -%}
{% endmacro %}
