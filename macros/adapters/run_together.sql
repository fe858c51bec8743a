{#-
    Runs statements that belong together, in order: as one and so in one transaction where the warehouse has that, else one
    by one. The result is that of the last.
    name  what dbt keeps the result under
-#}
{% macro run_together(name, statements) %}
    {%- set trimmed = [] -%}
    {%- for sql in statements -%}
        {%- do trimmed.append((sql | trim).rstrip(';')) -%}
    {%- endfor -%}
    {%- do adapter.dispatch('run_together', 'dbt_crowd')(name, trimmed) -%}
{% endmacro %}


{% macro default__run_together(name, statements) %}
    {%- call statement(name) -%}
        {{ statements | join(';\n\n') }}
    {%- endcall -%}
{% endmacro %}


{#- One statement at a time, and no transactions. -#}
{% macro spark__run_together(name, statements) %}
    {%- for sql in statements -%}
        {%- call statement(name) -%}
            {{ sql }}
        {%- endcall -%}
    {%- endfor -%}
{% endmacro %}


{% macro trino__run_together(name, statements) %}
    {%- do dbt_crowd.spark__run_together(name, statements) -%}
{% endmacro %}
