{#- The risk figures of a relation that is above its limits; no row when it is not. -#}
{% macro risk_query(relation, quasi_identifiers, highest=none, average=none, at_risk=none, privacy_unit=none, allow_empty=false) %}
    {%- set test_name = 'has_reidentification_risk_below' -%}
    {%- do dbt_crowd._require_whole_relation(test_name, relation) -%}
    {%- set said = {} -%}
    {%- for key, value in {'highest': highest, 'average': average, 'at_risk': at_risk}.items() if value is not none and value is defined -%}
        {%- do said.update({key: value}) -%}
    {%- endfor -%}
    {%- set faults = [] -%}
    {%- for fault in dbt_crowd._policy_nested(dbt_crowd.policy_schema(), 'risk', said, '').faults -%}
        {%- do faults.append(fault.split('. See docs/')[0]) -%}
    {%- endfor -%}
    {%- if not said -%}
        {%- do faults.append('one of highest, average and at_risk must be there. Got: nothing') -%}
    {%- endif -%}
    {%- if quasi_identifiers is string or not quasi_identifiers -%}
        {%- do faults.append('quasi_identifiers must be a list of at least one column. Got: ' ~ quasi_identifiers) -%}
    {%- endif -%}
    {%- set counted = ([] if quasi_identifiers is string else quasi_identifiers or []) + ([privacy_unit] if privacy_unit else []) -%}
    {%- do dbt_crowd._require_columns(test_name, relation, counted, faults) -%}
    {%- set claim = {'k': 1, 'nulls': 'value', 'privacy_unit': privacy_unit, 'sensitive': []} -%}
    {%- set keys = dbt_crowd._quoted_names(quasi_identifiers) -%}
    {%- set published = dbt_crowd._tested_cte('published', claim, relation, keys, [], false) -%}
    {%- set classes = dbt_crowd._class_ctes(claim, keys) -%}
    {%- set limits = [] -%}
    {%- if 'highest' in said -%}
        {%- do limits.append('risk_figures.crowd_risk_highest > ' ~ dbt_crowd._limit(highest)) -%}
    {%- endif -%}
    {%- if 'average' in said -%}
        {%- do limits.append('risk_figures.crowd_risk_average > ' ~ dbt_crowd._limit(average)) -%}
    {%- endif -%}
    {%- if 'at_risk' in said -%}
        {%- do limits.append('risk_figures.crowd_risk_at_risk > ' ~ dbt_crowd._limit(at_risk.share)) -%}
    {%- endif -%}
    {%- if not allow_empty -%}
        {%- do limits.append('class_figures.crowd_rows = 0') -%}
    {%- endif -%}
with {{ ([published] + classes[:-1] + [dbt_crowd._risk_figures_cte((at_risk or {}).get('threshold'))]) | join(',\n\n') }}

select
    class_figures.crowd_rows,
    class_figures.crowd_classes,
    risk_figures.crowd_risk_highest,
    risk_figures.crowd_risk_average,
    risk_figures.crowd_risk_at_risk
from class_figures
cross join risk_figures
where {{ limits | join('\n    or ') }}
{% endmacro %}
