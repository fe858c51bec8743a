{#- A refusal: the log row, the candidate gone, and at most six lines that say what failed, what still stands and what to do next. -#}
{% macro _refuse_candidate(target_relation, existing, candidate, policy, header, figures, faults) %}
    {%- set words = dbt_crowd._pluck(faults, 'words') -%}
    {%- set entry = dbt_crowd._release_log_entry(target_relation, policy, header, figures or {}) -%}
    {%- do entry.update({'outcome': 'refused', 'reason': words | join('; ')}) -%}
    {%- set live_since = dbt_crowd._live_since(target_relation) if existing is not none else none -%}
    {%- do dbt_crowd.run_together('refused', [
        'drop table if exists ' ~ candidate, dbt_crowd._insert_release_log_sql(dbt_crowd.release_log(target_relation), entry),
    ]) -%}
    {%- do adapter.commit() -%}
    {%- set lines = ['dbt_crowd: ' ~ policy.name ~ ' is refused; nothing was published.'] -%}
    {%- for sentence in words[:3] -%}
        {%- do lines.append('  ' ~ faults[loop.index0].criterion ~ ': ' ~ sentence ~ ('' if not loop.last or words | length <= 3 else ' (and ' ~ (words | length - 3) ~ ' more, in the release log)')) -%}
    {%- endfor -%}
    {%- if existing is none -%}
        {%- do lines.append('There is no earlier release.') -%}
    {%- else -%}
        {%- do lines.append('The release of ' ~ (live_since or 'an unlogged run') ~ ' stays as it is.') -%}
    {%- endif -%}
    {%- if figures is none and faults | rejectattr('criterion', 'equalto', 'population') | list == [] -%}
        {%- do lines.append('Next: name the columns of the population under population.columns. See docs/policy.md#population') -%}
    {%- elif figures is none and faults | selectattr('criterion', 'in', ['count', 'measures']) | list -%}
        {%- do lines.append('Next: correct the input, or what the policy counts of it. See docs/counts.md#input') -%}
    {%- elif figures is none -%}
        {%- do lines.append('Next: put each column into one of the four kinds of the policy. See docs/policy.md#columns') -%}
    {%- elif policy.get('measures') -%}
        {%- do lines.append('Next: crowd check ' ~ policy.name ~ '   or, for what the ladder of counts does: docs/counts.md#the-ladder') -%}
    {%- else -%}
        {%- do lines.append('Next: crowd check ' ~ policy.name ~ '   or, for other rungs: crowd solve ' ~ policy.name) -%}
    {%- endif -%}
    {%- do dbt_crowd.refuse(lines | join('\n')) -%}
{% endmacro %}


{#- When the release that stands was published, by the log. -#}
{% macro _live_since(target_relation) %}
    {%- set result = run_query(
        'select max(logged_at) as live_since from ' ~ dbt_crowd.release_log(target_relation)
        ~ " where outcome = 'released' and release_name = " ~ dbt_crowd.sql_text(target_relation.identifier)
        ~ ' and release_schema = ' ~ dbt_crowd.sql_text(target_relation.schema)
    ) -%}
    {%- set time = result.rows[0][0] -%}
    {%- do return(time.strftime('%Y-%m-%d %H:%M UTC') if time else none) -%}
{% endmacro %}
