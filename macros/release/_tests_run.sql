{#-
    Whether a test's SQL is about to be run. `dbt compile` and `dbt docs generate` write it as well, perhaps before there is a
    table to look at, or without asking the warehouse anything: nothing is judged then, and nothing is compiled.
-#}
{% macro _tests_run() %}
    {%- do return(execute and flags.WHICH not in ['compile', 'generate']) -%}
{% endmacro %}
