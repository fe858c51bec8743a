{#-
    The candidate of a release of counts as one SELECT: a row per finest cell and person (per cell alone, without a
    privacy_unit), with the labels that its cell is published at and the rung that served it, NULL where none did.
    crowd_cell numbers the finest cells, those of the first rung.
-#}
{% macro counts_query(policy, input, hierarchies, rungs) %}
    {%- set labels = dbt_crowd._ladder_labels(policy, rungs) -%}
    {%- set ctes = [dbt_crowd._counts_source_cte(policy, input)] + dbt_crowd.hierarchy_ctes(policy, hierarchies) + dbt_crowd._counts_labels_ctes(policy, labels) + [
        dbt_crowd._members_cte(policy, labels, rungs[0]),
        dbt_crowd._cells_cte(policy, labels, rungs[0]),
        dbt_crowd._placed_cte(policy, labels, rungs[0]),
    ] -%}
    {%- set state = namespace(ctes=ctes, last='cells') -%}
    {%- for rung in rungs[1:] -%}
        {%- set number = loop.index + 1 -%}
        {%- set keys = dbt_crowd._cell_keys(policy, labels, rung) -%}
        {%- set state.ctes = state.ctes + [
            dbt_crowd._folds_cte(policy, number, state.last, keys), dbt_crowd._folded_cte(policy, number, state.last, labels, keys)
        ] -%}
        {%- set state.last = 'rung_' ~ number -%}
    {%- endfor -%}
    {%- set state.ctes = state.ctes + [dbt_crowd._routed_members_cte(policy, labels, rungs, state.last)] -%}
    {%- set withheld = dbt_crowd.withheld_ctes(policy, 'routed', ['crowd_group'], dbt_crowd._class_keys(policy)) -%}
    {%- do return('with ' ~ (state.ctes + withheld.ctes) | join(',\n\n') ~ '\n\n' ~ dbt_crowd._members_select(policy, withheld.names)) -%}
{% endmacro %}


{#- The declared columns of the input, by name. -#}
{% macro _counts_source_cte(policy, input) %}
    {%- set used = [policy.privacy_unit] if policy.privacy_unit else [] -%}
    {%- set used = used + dbt_crowd.cell_columns(policy) + dbt_crowd.measured_columns(policy) + ([policy.count] if policy.input == 'cells' else []) -%}
    {%- do return('source as (\n    select\n        ' ~ dbt_crowd._quoted_names(used | unique | list) | join(',\n        ') ~ '\n    from ' ~ input ~ '\n)') -%}
{% endmacro %}


{#- The aliases that make a cell at a rung. -#}
{% macro _cell_keys(policy, labels, rung) %}
    {%- set keys = dbt_crowd._rung_keys(labels, rung) -%}
    {%- for column in policy.sensitive -%}
        {%- do keys.append('crowd_sensitive_' ~ loop.index) -%}
    {%- endfor -%}
    {%- do return(keys) -%}
{% endmacro %}


{#- The published columns that make the margin in which a sensitive value is looked at. -#}
{% macro _class_keys(policy) %}
    {%- do return(dbt_crowd._quoted_names(policy.quasi_identifiers) + ['crowd_rung']) -%}
{% endmacro %}
