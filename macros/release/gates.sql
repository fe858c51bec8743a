{#-
    What a release must satisfy, as data: a figure of the judge's row and the number (or the other figure)
    it must not exceed or fall short of. The judge's SQL and the words of a refusal both come from these rows.
-#}
{% macro gates(policy) %}
    {%- set unit = 'persons' if policy.privacy_unit else 'rows' -%}
    {%- set gates = [
        {'criterion': 'k', 'figure': 'crowd_classes_below_k', 'at_most': 0, 'shown': 'crowd_smallest_by_wildcard' if policy.nulls == 'wildcard' else 'crowd_smallest_class',
         'words': 'the smallest crowd is {figure}, k asks for ' ~ policy.k},
    ] + dbt_crowd._criteria_gates(policy) + [
        {'criterion': 'max_suppression', 'figure': 'crowd_suppressed_persons', 'at_most': 'crowd_suppression_budget', 'shown': 'crowd_suppressed_persons',
         'words': '{figure} of {crowd_input_persons} ' ~ unit ~ ' are suppressed, max_suppression ' ~ policy.max_suppression ~ ' allows {crowd_suppression_budget}'},
        {'criterion': 'columns', 'figure': 'crowd_undeclared_columns', 'at_most': 0, 'shown': 'crowd_undeclared_columns',
         'words': '{figure} columns are published that the policy does not declare'},
        {'criterion': 'private copy', 'figure': 'crowd_rows_unlike_private', 'at_most': 0, 'shown': 'crowd_rows_unlike_private',
         'words': 'release and private copy differ in {figure} groups of rows'},
        {'criterion': 'policy', 'figure': 'crowd_policy_changed', 'at_most': 0, 'shown': 'crowd_policy_changed',
         'words': 'the policy has changed since the release was made: build it again'},
        {'criterion': 'content', 'figure': 'crowd_content_changed', 'at_most': 0, 'shown': 'crowd_content_changed',
         'words': 'the table no longer holds what was released: build it again'},
        {'criterion': 'balance', 'figure': 'crowd_suppressed_rows', 'at_least': 0, 'shown': 'crowd_rows',
         'words': '{figure} rows are published of an input of {crowd_input_rows}: a record came out twice'},
    ] -%}
    {%- if policy.unmapped != 'suppress' -%}
        {%- do gates.append({'criterion': 'unmapped', 'figure': 'crowd_unmapped', 'at_most': 0, 'shown': 'crowd_unmapped',
            'words': '{figure} cells are not covered by their hierarchy, and unmapped is not set to suppress'}) -%}
    {%- endif -%}
    {%- if not policy.allow_empty -%}
        {%- do gates.append({'criterion': 'allow_empty', 'figure': 'crowd_rows', 'at_least': 1, 'shown': 'crowd_rows',
            'words': 'nothing is left to publish, and allow_empty is not set'}) -%}
    {%- endif -%}
    {%- do return(gates) -%}
{% endmacro %}


{#- One gate per kind of criterion that the policy asks. -#}
{% macro _criteria_gates(policy) %}
    {%- set words = {'l': 'l-diversity', 't': 't-closeness', 'alpha': '(alpha, k)-anonymity', 'beta': 'beta-likeness', 'delta': 'delta-disclosure privacy', 'k_map': 'k-map', 'delta_presence': 'delta-presence', 'risk': 'the highest re-identification risk'} -%}
    {%- set gates = [] -%}
    {%- for name in dbt_crowd._asked_names(dbt_crowd.criteria(policy)[1:]) -%}
        {%- set figure = 'crowd_classes_failing_' ~ name -%}
        {%- do gates.append({'criterion': name, 'figure': figure, 'at_most': 0, 'shown': figure, 'words': '{figure} classes fail ' ~ words[name]}) -%}
    {%- endfor -%}
    {%- set bounds = (policy.get('population') or {}).get('delta_presence') -%}
    {%- if bounds and bounds[0] > 0 -%}
        {%- do gates.append({'criterion': 'delta_presence', 'figure': 'crowd_population_absent', 'at_most': 0, 'shown': 'crowd_population_absent',
            'words': '{figure} classes of the population have no record in the input, and delta_presence asks for a share above 0'}) -%}
    {%- endif -%}
    {%- set risk = policy.get('risk') or {} -%}
    {%- if risk.get('average') -%}
        {%- do gates.append({'criterion': 'risk', 'figure': 'crowd_risk_average', 'at_most': risk.average + 1e-9, 'shown': 'crowd_risk_average',
            'words': 'the average risk of a record is {figure}, risk.average allows ' ~ risk.average}) -%}
    {%- endif -%}
    {%- if risk.get('at_risk') -%}
        {%- do gates.append({'criterion': 'risk', 'figure': 'crowd_risk_at_risk', 'at_most': risk.at_risk.share + 1e-9, 'shown': 'crowd_risk_at_risk',
            'words': '{figure} of the records have a risk above ' ~ risk.at_risk.threshold ~ ', risk.at_risk allows ' ~ risk.at_risk.share}) -%}
    {%- endif -%}
    {%- do return(gates) -%}
{% endmacro %}


{#- The gates as one SQL condition over the judge's figures; what cannot be counted (NULL) does not pass. -#}
{% macro _gates_hold(gates) %}
    {%- set terms = [] -%}
    {%- for gate in gates -%}
        {%- if 'at_most' in gate -%}
            {%- do terms.append(gate.figure ~ ' <= ' ~ gate.at_most) -%}
        {%- else -%}
            {%- do terms.append(gate.figure ~ ' >= ' ~ gate.at_least) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- do return(terms) -%}
{% endmacro %}


{#- What a judged candidate fails, a sentence per gate; figures are counts, never values. -#}
{% macro _gate_faults(gates, figures) %}
    {%- set faults = [] -%}
    {%- for gate in gates -%}
        {%- set figure = figures[gate.figure] -%}
        {%- set limit = gate.at_most if 'at_most' in gate else gate.at_least -%}
        {%- set limit = figures[limit] if limit is string else limit -%}
        {%- if figure is none or ('at_most' in gate and figure > limit) or ('at_least' in gate and figure < limit) -%}
            {%- set state = namespace(words=gate.words | replace('{figure}', dbt_crowd._thousands(figures[gate.shown]))) -%}
            {%- for name in ['crowd_input_persons', 'crowd_suppression_budget', 'crowd_input_rows'] -%}
                {%- set state.words = state.words | replace('{' ~ name ~ '}', dbt_crowd._thousands(figures[name])) -%}
            {%- endfor -%}
            {%- do faults.append({'criterion': gate.criterion, 'words': state.words}) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- do return(faults) -%}
{% endmacro %}


{#- A count of 5812 as 5,812, a share with four decimals; an unknown figure as `unknown`. dbt 2 has no format of its own for it. -#}
{% macro _thousands(number) %}
    {%- if number is none -%}
        {%- do return('unknown') -%}
    {%- endif -%}
    {%- if number | int != number -%}
        {%- do return('%.4f' | format(number)) -%}
    {%- endif -%}
    {%- set digits = number | int | string -%}
    {%- set first = digits | length % 3 -%}
    {%- set groups = [digits[:first]] if first else [] -%}
    {%- for start in range(first, digits | length, 3) -%}
        {%- do groups.append(digits[start:start + 3]) -%}
    {%- endfor -%}
    {%- do return(groups | join(',')) -%}
{% endmacro %}
