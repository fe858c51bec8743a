{#-
    The failing figures of a relation under one criterion on a sensitive column, by explicit arguments; no row when it holds.

    test_name  what a message calls it
    settings   what the policy would say of the column; what is none is not said
    input      the relation whose distribution classes are compared with; none: the tested relation's own
    hierarchy_relation  the relation of a table hierarchy
    k          where the criterion asks for a k too
-#}
{% macro criterion_query(test_name, relation, quasi_identifiers, sensitive, settings, privacy_unit=none, input=none, hierarchy_relation=none, k=none, allow_empty=false) %}
    {%- do dbt_crowd._require_whole_relation(test_name, relation) -%}
    {%- set claim = dbt_crowd._criterion_claim(test_name, relation, quasi_identifiers, sensitive, settings, privacy_unit, input, hierarchy_relation, k) -%}
    {%- set keys = dbt_crowd._quoted_names(quasi_identifiers) -%}
    {%- set persons = true if privacy_unit else false -%}
    {%- set columns = dbt_crowd.sensitive_columns(claim) -%}
    {%- set asked = dbt_crowd.criteria(claim)[1:] -%}
    {%- set ctes = dbt_crowd._sensitive_hierarchy_ctes(claim, {sensitive: hierarchy_relation}) -%}
    {#- Rows are counted by what they hold before values are looked at, which costs more; persons and k are counted one by one. -#}
    {%- set gathered = not persons and k is none -%}
    {%- set rows = 'sum(crowd_rows)' if gathered else 'count(*)' -%}
    {%- set tested = 'tested_rows' if gathered else relation -%}
    {%- if gathered -%}
        {%- do ctes.append(dbt_crowd._gathered_cte('tested_rows', relation, (keys + [dbt_crowd.quoted(sensitive)]) | unique | list)) -%}
    {%- endif -%}
    {%- do ctes.append(dbt_crowd._tested_cte('published', claim, tested, keys, columns, false, gathered)) -%}
    {%- if columns[0].compared -%}
        {%- if gathered and input -%}
            {%- do ctes.append(dbt_crowd._gathered_cte('input_rows', input, [dbt_crowd.quoted(sensitive)])) -%}
        {%- endif -%}
        {%- set everything = ('input_rows' if gathered else input) if input else tested -%}
        {%- do ctes.append(dbt_crowd._tested_cte('whole', claim, everything, [], columns, true, gathered)) -%}
        {%- set ctes = ctes + dbt_crowd.overall_ctes(columns, 'whole', persons, rows) -%}
    {%- endif -%}
    {%- set ctes = ctes + dbt_crowd.criteria_ctes(asked, {'from': 'published', 'keys': keys, 'persons': persons, 'rows': rows, 'codes': false}) -%}
    {%- set ctes = ctes + (dbt_crowd._class_ctes(claim, keys) if k is not none else []) -%}
    {%- set failing = 'crowd_classes_failing_' ~ asked[0].criterion -%}
    {%- set ctes = ctes + [
        'rows_figures as (\n    select ' ~ ('coalesce(sum(crowd_rows), 0)' if gathered else 'count(*)') ~ ' as crowd_rows\n    from published\n)',
        'failing_figures as (\n    select count(*) as ' ~ failing ~ '\n    from fails_' ~ asked[0].number ~ '\n)',
    ] -%}
with {{ ctes | join(',\n\n') }}

select
    rows_figures.crowd_rows,
    {%- if columns[0].compared %}
    '{{ 'input' if input else 'the tested relation' }}' as crowd_distribution,
    {%- endif %}
    {%- if k is not none %}
    class_figures.crowd_smallest_class,
    class_figures.crowd_classes_below_k,
    {%- endif %}
    failing_figures.{{ failing }}
from rows_figures
cross join failing_figures
{%- if k is not none %}
cross join class_figures
{%- endif %}
where failing_figures.{{ failing }} > 0
    {%- if k is not none %}
    or class_figures.crowd_classes_below_k > 0
    {%- endif %}
    {%- if not allow_empty %}
    or rows_figures.crowd_rows = 0
    {%- endif %}
{% endmacro %}


{#- What the arguments claim, as the part of a policy that it would be, or a refusal that names every fault. -#}
{% macro _criterion_claim(test_name, relation, quasi_identifiers, sensitive, settings, privacy_unit, input, hierarchy_relation, k) %}
    {%- set said = {} -%}
    {%- for key, value in settings.items() if value is not none and value is defined -%}
        {%- do said.update(value if key == 'hierarchy' and value is mapping else {key: value}) -%}
    {%- endfor -%}
    {%- set built = dbt_crowd._policy_sensitive(dbt_crowd.policy_schema(), {'name': sensitive, 'settings': said}, 1) -%}
    {%- set faults = [] -%}
    {%- for fault in built.faults -%}
        {%- do faults.append(fault.split('. See docs/')[0] | replace('sensitive.' ~ sensitive ~ '.', '')) -%}
    {%- endfor -%}
    {%- if not built.faults and not dbt_crowd._column_criteria(built.column) -%}
        {%- do faults.append('there is nothing to test: its threshold is missing') -%}
    {%- endif -%}
    {%- if k is not none and (k is not number or k is float or k is boolean or k < 2) -%}
        {%- do faults.append('k must be a whole number of at least 2. Got: ' ~ k) -%}
    {%- endif -%}
    {%- if quasi_identifiers is string or not quasi_identifiers -%}
        {%- do faults.append('quasi_identifiers must be a list of at least one column. Got: ' ~ quasi_identifiers) -%}
    {%- endif -%}
    {%- if built.column and built.column.get('hierarchy') and built.column.hierarchy.type == 'table' and not hierarchy_relation -%}
        {%- do faults.append('hierarchy_relation must be the relation that holds the table hierarchy. Got: nothing') -%}
    {%- endif -%}
    {%- set counted = [sensitive] + ([privacy_unit] if privacy_unit else []) -%}
    {%- do dbt_crowd._require_columns(test_name, relation, counted + ([] if quasi_identifiers is string else quasi_identifiers or []), faults) -%}
    {%- if input -%}
        {%- do dbt_crowd._require_columns(test_name, input, counted, faults) -%}
    {%- endif -%}
    {%- do return({'k': k or 2, 'privacy_unit': privacy_unit, 'nulls': 'value', 'quasi_identifiers': [], 'sensitive': [built.column]}) -%}
{% endmacro %}


{#- The tested relation, or the input, as criteria see it: the person, the keys, the judged values. -#}
{% macro _tested_cte(name, claim, relation, keys, columns, whole, gathered=false) %}
    {%- set lines = [dbt_crowd.person_expression(claim) ~ ' as crowd_person'] if claim.privacy_unit else [] -%}
    {%- set lines = lines + dbt_crowd._qualified('tested', keys + (['crowd_rows'] if gathered else [])) + dbt_crowd._sensitive_lines(columns, whole=whole) -%}
    {%- set joins = dbt_crowd._sensitive_joins(claim, 'tested') | replace('\n', '\n    ') -%}
    {%- do return(name ~ ' as (\n    select\n        ' ~ lines | join(',\n        ') ~ '\n    from ' ~ relation ~ ' as tested' ~ ('\n    ' ~ joins if joins else '') ~ '\n)') -%}
{% endmacro %}


{#- How many rows hold the same. -#}
{% macro _gathered_cte(name, relation, columns) %}
    {%- do return(name ~ ' as (\n    select\n        ' ~ columns | join(',\n        ') ~ ',\n        count(*) as crowd_rows\n    from ' ~ relation ~ '\n    group by ' ~ columns | join(', ') ~ '\n)') -%}
{% endmacro %}
