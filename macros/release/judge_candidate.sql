{#- The judge's row about a candidate, as a mapping of figure to number. -#}
{% macro _judge_candidate(policy, candidate, input, hierarchies, population=none) %}
    {%- if policy.get('measures') -%}
        {%- set shown = '(\n' ~ dbt_crowd._published_select(policy, candidate) ~ '\n)' -%}
        {%- do return(dbt_crowd._counts(dbt_crowd.judge_counts(policy, candidate, protected=dbt_crowd._needed_protection(policy, this), shown=shown))) -%}
    {%- endif -%}
    {%- set expected = dbt_crowd.published_columns(policy) + dbt_crowd._unpublished_columns(policy) -%}
    {%- set undeclared = dbt_crowd._undeclared_columns(candidate, expected) -%}
    {%- do return(dbt_crowd._counts(dbt_crowd.judge(policy, candidate, input, hierarchies, undeclared=undeclared | length, population=population))) -%}
{% endmacro %}


{#- Columns of a relation that are not among the expected ones, compared without case. -#}
{% macro _undeclared_columns(relation, expected) %}
    {%- set known = [] -%}
    {%- for name in expected -%}
        {%- do known.append(name | lower) -%}
    {%- endfor -%}
    {%- do return(dbt_crowd._lower_names(adapter.get_columns_in_relation(relation)) | reject('in', known) | list) -%}
{% endmacro %}


{#- The verdict is the judge's own, in SQL; the sentences only explain it, and cannot overrule it. -#}
{% macro _verdict_faults(policy, figures) %}
    {%- if figures.crowd_satisfied == 1 -%}
        {%- do return([]) -%}
    {%- endif -%}
    {%- set faults = dbt_crowd._gate_faults(dbt_crowd.count_gates(policy) if policy.get('measures') else dbt_crowd.gates(policy), figures) -%}
    {%- do return(faults or [{'criterion': 'judge', 'words': 'the judge did not pass the candidate'}]) -%}
{% endmacro %}


{#-
    It is the candidate that was judged: what is published of it must be the declared columns, and of records as many rows.
    (Counts are judged as they would be published.)
-#}
{% macro _published_faults(policy, candidate, figures) %}
    {%- set published = dbt_crowd._published_select(policy, candidate) -%}
    {%- set declared = dbt_crowd.published_columns(policy) | map('lower') | list -%}
    {%- set undeclared = get_columns_in_query(published) | map('lower') | reject('in', declared) | list -%}
    {%- if undeclared -%}
        {%- do return([{'criterion': 'columns', 'words': 'columns would be published that the policy does not declare: ' ~ undeclared | join(', ')}]) -%}
    {%- endif -%}
    {%- if policy.get('measures') -%}
        {%- do return([]) -%}
    {%- endif -%}
    {%- set rows = dbt_crowd._counts('select count(*) as crowd_rows from (\n' ~ published ~ '\n) as published').crowd_rows -%}
    {%- if rows != figures.crowd_rows -%}
        {%- do return([{'criterion': 'judge', 'words': dbt_crowd._thousands(rows) ~ ' rows would be published where ' ~ dbt_crowd._thousands(figures.crowd_rows) ~ ' were judged'}]) -%}
    {%- endif -%}
    {%- do return([]) -%}
{% endmacro %}
