{#-
    The columns, from fine to coarse, are a hierarchy: the first is unique and not blank, each is a function of the one
    below, none has more labels than the one below, and no label ends in a gap. Fails with one row of counts.
-#}
{% test is_generalization_hierarchy(model, levels) %}
    {{- config(store_failures=false, severity='error') -}}
    {%- if execute -%}
        {%- if levels is string or levels is mapping or levels is not sequence or levels | length < 2 -%}
            {%- do dbt_crowd.refuse('dbt_crowd: is_generalization_hierarchy: levels must be a list of at least two columns, finest first. See docs/hierarchies.md#testing-a-hierarchy') -%}
        {%- endif -%}
{{ dbt_crowd.hierarchy_check_query(model, levels) }}
where totals.crowd_values = 0
    or totals.crowd_blank_values > 0
    or repeated.crowd_repeated_values > 0
    or totals.crowd_reserved_values > 0
    or not_nested.crowd_not_nested > 0
    or totals.crowd_gaps > 0
    or totals.crowd_growing_levels > 0
    {%- endif -%}
{% endtest %}
