{#-
    The one judge: a query of one row of counts (see judge_figures) about what is, or would be, published.
    It groups the published values again and knows nothing of how they were built.

    published    relation or '(query)' with the published columns, and crowd_person where the policy has a privacy_unit
    input        relation that the release reads; none: the input's figures come from the log
    logged       '(query)' of the log row of the release, where there is no input to count
    undeclared   columns of the published relation that the policy does not declare
    release      the published relation, where the log is asked; with a privacy_unit `published` is then its private copy, which must
                 be the same but for the person column
    population   the relation that classes are held against, where the policy asks
    overall      where there is no input to count: the relation that holds how its sensitive values were distributed
-#}
{% macro judge(policy, published, input, hierarchies, undeclared=0, logged=none, release=none, overall=none, population=none) %}
    {%- set ctes = (dbt_crowd.hierarchy_ctes(policy, hierarchies) if input is none and population is not none else [])
        + dbt_crowd._sensitive_hierarchy_ctes(policy, hierarchies) + [dbt_crowd._published_cte(policy, published)]
        + dbt_crowd._class_ctes(policy, dbt_crowd.class_columns(policy)) -%}
    {%- if input is not none -%}
        {%- set ctes = ctes + dbt_crowd._input_ctes(policy, input, hierarchies) + dbt_crowd._loss_ctes(policy) -%}
    {%- else -%}
        {%- set ctes = ctes + dbt_crowd._logged_ctes(policy, release, logged) -%}
    {%- endif -%}
    {%- set at_risk = (policy.get('risk') or {}).get('at_risk') or {} -%}
    {%- set ctes = ctes + dbt_crowd._judge_criteria_ctes(policy, hierarchies, overall, population, input is not none) + [dbt_crowd._risk_figures_cte(at_risk.get('threshold'))] -%}
    {%- set compared = release is not none and policy.privacy_unit is not none -%}
    {%- if compared -%}
        {%- set ctes = ctes + dbt_crowd._comparison_ctes(policy, release, published) -%}
    {%- endif -%}
    {%- do return('with ' ~ ctes | join(',\n\n') ~ ',\n\n' ~ dbt_crowd._figures_ctes(policy, undeclared, from_log=input is none, compared=compared) ~ '\n\n' ~ dbt_crowd._verdict(policy)) -%}
{% endmacro %}


{% macro _published_cte(policy, published) %}
    {%- set lines = ['crowd_person'] if policy.privacy_unit else [] -%}
    {%- set lines = lines + dbt_crowd.class_columns(policy) + dbt_crowd._sensitive_lines(dbt_crowd.sensitive_columns(policy), whole=false) -%}
    {%- set joins = dbt_crowd._sensitive_joins(policy, 'candidate') | replace('\n', '\n    ') -%}
    {%- do return('published as (\n    select\n        ' ~ lines | join(',\n        ') ~ '\n    from ' ~ published
        ~ (' as candidate' if joins or (published is string and published[:1] == '(') else '') ~ ('\n    ' ~ joins if joins else '') ~ '\n)') -%}
{% endmacro %}


{% macro _quoted_names(columns) %}
    {%- set names = [] -%}
    {%- for column in columns -%}
        {%- do names.append(dbt_crowd.quoted(column if column is string else column.name)) -%}
    {%- endfor -%}
    {%- do return(names) -%}
{% endmacro %}


{#- The gates, decided in SQL over the figures: this select is the whole verdict. -#}
{% macro _verdict(policy) %}
    {%- set figures = [] -%}
    {%- for figure in dbt_crowd.judge_figures() if figure.name != 'crowd_satisfied' -%}
        {%- do figures.append(figure.name) -%}
    {%- endfor -%}
select
    {{ figures | join(',\n    ') }},
    case
        when
            {{ dbt_crowd._gates_hold(dbt_crowd.gates(policy)) | join('\n            and ') }}
            then 1
        else 0
    end as crowd_satisfied
from figures
{%- endmacro %}


{#- Release and private copy must hold the same rows in the same numbers. -#}
{% macro _comparison_ctes(policy, release, private_copy) %}
    {%- set columns = dbt_crowd._quoted_names(dbt_crowd.published_columns(policy)) -%}
    {%- set ctes = [] -%}
    {%- for side in [['release_rows', release], ['private_rows', private_copy]] -%}
        {%- do ctes.append(side[0] ~ ' as (\n    select\n        ' ~ columns | join(',\n        ') ~ ',\n        count(*) as crowd_rows\n    from '
            ~ side[1] ~ '\n    group by ' ~ columns | join(', ') ~ '\n)') -%}
    {%- endfor -%}
    {%- for sides in [['release_only', 'release_rows', 'private_rows'], ['private_only', 'private_rows', 'release_rows']] -%}
        {%- do ctes.append(sides[0] ~ ' as (\n    select * from ' ~ sides[1] ~ '\n    except\n    select * from ' ~ sides[2] ~ '\n)') -%}
    {%- endfor -%}
    {%- do ctes.append('comparison_figures as (\n    select (select count(*) from release_only) + (select count(*) from private_only) as crowd_rows_unlike_private\n)') -%}
    {%- do return(ctes) -%}
{% endmacro %}
