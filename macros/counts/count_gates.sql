{#- What counts must satisfy, as data, like the gates of records. -#}
{% macro count_gates(policy) %}
    {%- set unit = 'persons' if policy.privacy_unit else 'rows' -%}
    {%- set gates = [
        {'criterion': 'k', 'figure': 'crowd_classes_below_k', 'at_most': 0, 'shown': 'crowd_smallest_class',
         'words': 'the smallest published cell has {figure} ' ~ unit ~ ', k asks for ' ~ policy.k},
        {'criterion': 'folds', 'figure': 'crowd_folds_derivable', 'at_most': 0, 'shown': 'crowd_folds_derivable',
         'words': '{figure} published cells tell more of a thin cell in them than that it is thin'},
        {'criterion': 'folds', 'figure': 'crowd_cells_full_folded', 'at_most': 0, 'shown': 'crowd_cells_full_folded',
         'words': '{figure} cells of at least k were folded'},
        {'criterion': 'cells', 'figure': 'crowd_cells_split', 'at_most': 0, 'shown': 'crowd_cells_split',
         'words': '{figure} cells are published in parts'},
        {'criterion': 'columns', 'figure': 'crowd_undeclared_columns', 'at_most': 0, 'shown': 'crowd_undeclared_columns',
         'words': '{figure} columns are published that the policy does not declare'},
        {'criterion': 'private copy', 'figure': 'crowd_rows_unlike_private', 'at_most': 0, 'shown': 'crowd_rows_unlike_private',
         'words': 'the release and what its private copy adds up to differ in {figure} rows'},
        {'criterion': 'policy', 'figure': 'crowd_policy_changed', 'at_most': 0, 'shown': 'crowd_policy_changed',
         'words': 'the policy has changed since the release was made: build it again'},
        {'criterion': 'content', 'figure': 'crowd_content_changed', 'at_most': 0, 'shown': 'crowd_content_changed',
         'words': 'the table no longer holds what was released: build it again'},
    ] + dbt_crowd._withheld_gates(policy) -%}
    {%- if policy.max_suppression < 1 -%}
        {%- do gates.append({'criterion': 'max_suppression', 'figure': 'crowd_suppressed_rows', 'at_most': 'crowd_suppression_budget', 'shown': 'crowd_suppressed_rows',
            'words': '{figure} of {crowd_input_rows} counted rows are suppressed, max_suppression ' ~ policy.max_suppression ~ ' allows {crowd_suppression_budget}'}) -%}
    {%- endif -%}
    {%- if policy.unmapped != 'suppress' -%}
        {%- do gates.append({'criterion': 'unmapped', 'figure': 'crowd_unmapped', 'at_most': 0, 'shown': 'crowd_unmapped',
            'words': '{figure} values are not covered by their hierarchy, and unmapped is not set to suppress'}) -%}
    {%- endif -%}
    {%- if not policy.allow_empty -%}
        {%- do gates.append({'criterion': 'allow_empty', 'figure': 'crowd_rows', 'at_least': 1, 'shown': 'crowd_rows',
            'words': 'nothing is left to publish, and allow_empty is not set'}) -%}
    {%- endif -%}
    {%- if policy.totals == 'exact' -%}
        {%- do gates.append({'criterion': 'certificate', 'figure': 'crowd_unprotected', 'at_most': 0, 'shown': 'crowd_unprotected',
            'words': "{figure} facts of the certificate do not hold of today's counts: crowd protect " ~ policy.name}) -%}
    {%- endif -%}
    {%- do return(gates) -%}
{% endmacro %}


{#- Gates on what a cell of k persons can still give away. -#}
{% macro _withheld_gates(policy) %}
    {%- set gates = [] -%}
    {%- if policy.sensitive | selectattr('alpha', 'defined') | list -%}
        {%- do gates.append({'criterion': 'alpha', 'figure': 'crowd_classes_failing_alpha', 'at_most': 0, 'shown': 'crowd_classes_failing_alpha',
            'words': '{figure} margins are nearly one sensitive value'}) -%}
    {%- endif -%}
    {%- if dbt_crowd._dominance_rules(policy) -%}
        {%- do gates.append({'criterion': 'dominance', 'figure': 'crowd_cells_dominated', 'at_most': 0, 'shown': 'crowd_cells_dominated',
            'words': '{figure} published cells tell of their largest contributors'}) -%}
    {%- endif -%}
    {%- do return(gates) -%}
{% endmacro %}
