{#- The failing judge's row of published counts; no row when they keep their policy. Members are counted in the private copy. -#}
{% macro judge_counts_release_query(policy, relation, release, private) %}
    {%- set undeclared = dbt_crowd._undeclared_columns(release, dbt_crowd.published_columns(policy)) | length -%}
    {%- set logged = '(\n        ' ~ (dbt_crowd._last_release_query(relation) | trim | replace('\n    ', '\n        ')) ~ '\n    )' -%}
    {%- set judged = dbt_crowd.judge_counts(policy, private, undeclared=undeclared, logged=logged, release=release, protected=dbt_crowd._needed_protection(policy, relation), shown=release) -%}
select *
from (
    {{ judged | replace('\n', '\n    ') | replace('    \n', '\n') }}
) as judged
where crowd_satisfied = 0
{%- if flags.EMPTY %}
    and not (crowd_rows = 0 and crowd_rows_unlike_private = 0)
{%- endif %}
{% endmacro %}
