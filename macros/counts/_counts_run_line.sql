{#- What dbt's run line says of counts; `before` is the suppression rate of the last release, none where there is none. -#}
{% macro _counts_run_line(policy, figures, before=none) %}
    {%- set rate = figures.crowd_suppression_rate | float -%}
    {%- set line = 'RELEASED ' ~ dbt_crowd._thousands(figures.crowd_rows) ~ ' cells of ' ~ dbt_crowd._thousands(figures.crowd_cells)
        ~ ', smallest ' ~ dbt_crowd._thousands(figures.crowd_smallest_class) ~ ', ' ~ '%.2f' | format(100 * rate) ~ ' % of the count suppressed' -%}
    {%- if before is not none and rate >= (before | float) + 0.05 -%}
        {%- set line = line ~ '; WARNING: it was ' ~ '%.2f' | format(100 * (before | float)) ~ ' % in the last release' -%}
    {%- endif -%}
    {%- if policy.max_suppression < 1 and figures.crowd_suppressed_rows > 0 and figures.crowd_suppressed_rows >= policy.warn_at * figures.crowd_suppression_budget -%}
        {%- set line = line ~ '; WARNING: ' ~ dbt_crowd._thousands(figures.crowd_suppressed_rows) ~ ' of '
            ~ dbt_crowd._thousands(figures.crowd_suppression_budget) ~ ' that may be suppressed are' -%}
    {%- endif -%}
    {%- do return(line) -%}
{% endmacro %}


{#- The suppression rate of the last release, by the log; none where nothing was released. -#}
{% macro _last_suppression_rate(target_relation) %}
    {%- set result = run_query('select crowd_suppression_rate from (' ~ dbt_crowd._last_release_query(target_relation) ~ ') as last_release') -%}
    {%- do return(result.rows[0][0] if result.rows | length == 1 else none) -%}
{% endmacro %}
