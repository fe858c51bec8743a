{#-
    The judge's row: the name, type and meaning of every figure. Tests, gate, log, driver and report
    use these names and no others. Sizes count persons where the policy has a privacy_unit, else rows.
-#}
{% macro judge_figures() %}
    {%- set failing = [] -%}
    {%- for name in dbt_crowd._criterion_names() -%}
        {%- for counted in ['classes', 'rows'] -%}
            {%- do failing.append({
                'name': 'crowd_' ~ counted ~ '_failing_' ~ name, 'type': 'bigint',
                'meaning': ('classes that fail ' if counted == 'classes' else 'rows in classes that fail ') ~ name ~ '; NULL where the policy does not ask it',
            }) -%}
        {%- endfor -%}
    {%- endfor -%}
    {%- do return([
        {'name': 'crowd_rows', 'type': 'bigint', 'meaning': 'rows in the release'},
        {'name': 'crowd_persons', 'type': 'bigint', 'meaning': 'distinct persons in the release (rows, without a privacy_unit)'},
        {'name': 'crowd_classes', 'type': 'bigint', 'meaning': 'equivalence classes in the release'},
        {'name': 'crowd_smallest_class', 'type': 'bigint', 'meaning': 'size of the smallest class, NULL as a value of its own; 0 where the release is empty'},
        {'name': 'crowd_classes_below_k', 'type': 'bigint', 'meaning': 'classes that fail k'},
        {'name': 'crowd_rows_below_k', 'type': 'bigint', 'meaning': 'rows in classes that fail k'},
        {'name': 'crowd_smallest_by_wildcard', 'type': 'bigint', 'meaning': 'the smallest number that agree with a row wherever both have a value (nulls: wildcard; else as crowd_smallest_class)'},
    ] + failing + [
        {'name': 'crowd_population_absent', 'type': 'bigint', 'meaning': 'classes of the population, at the last rung, without a record in the input; NULL where the policy has no population'},
        {'name': 'crowd_risk_highest', 'type': 'float', 'meaning': 'the highest risk that a record of the release is found again, 1 / the smallest class'},
        {'name': 'crowd_risk_average', 'type': 'float', 'meaning': 'the average of that risk over records (over the persons of each class, with a privacy_unit)'},
        {'name': 'crowd_risk_at_risk', 'type': 'float', 'meaning': 'the share of records with a risk above risk.at_risk.threshold; NULL where the policy has none'},
        {'name': 'crowd_input_rows', 'type': 'bigint', 'meaning': 'rows in the input'},
        {'name': 'crowd_input_persons', 'type': 'bigint', 'meaning': 'distinct persons in the input (rows, without a privacy_unit)'},
        {'name': 'crowd_rows_without_person', 'type': 'bigint', 'meaning': 'rows of the input whose privacy_unit is NULL or blank: they add nobody to a crowd'},
        {'name': 'crowd_suppressed_rows', 'type': 'bigint', 'meaning': 'rows of the input that are not in the release'},
        {'name': 'crowd_suppressed_persons', 'type': 'bigint', 'meaning': 'persons who lost at least one row (rows, without a privacy_unit)'},
        {'name': 'crowd_suppression_rate', 'type': 'float', 'meaning': 'suppressed persons as a share of the input persons, 0 to 1'},
        {'name': 'crowd_suppression_budget', 'type': 'bigint', 'meaning': 'how many persons max_suppression allows to suppress, rounded down'},
        {'name': 'crowd_unmapped', 'type': 'bigint', 'meaning': 'cells of the input that their hierarchy does not cover'},
        {'name': 'crowd_undeclared_columns', 'type': 'bigint', 'meaning': 'columns of the release that the policy does not declare'},
        {'name': 'crowd_rows_unlike_private', 'type': 'bigint', 'meaning': 'groups of equal rows that the release and its private copy hold in different numbers'},
        {'name': 'crowd_policy_changed', 'type': 'bigint', 'meaning': '1 where the policy is no longer the one that the release was made by (0 while it is made)'},
        {'name': 'crowd_content_changed', 'type': 'bigint', 'meaning': '1 where the release no longer holds what the log says was released (0 while it is made)'},
        {'name': 'crowd_loss', 'type': 'float', 'meaning': 'mean loss per cell, 0 nothing lost to 1 all lost'},
        {'name': 'crowd_satisfied', 'type': 'bigint', 'meaning': '1 where every gate of the policy passes, else 0'},
    ]) -%}
{% endmacro %}
