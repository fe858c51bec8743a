{#- The failing figures of a relation under k-anonymity; no row when it holds. -#}
{% macro k_anonymity_query(relation, k, quasi_identifiers, privacy_unit=none, nulls='value', allow_empty=false) %}
    {%- set claim = {'k': k, 'privacy_unit': privacy_unit, 'nulls': nulls, 'quasi_identifiers': []} -%}
    {%- do dbt_crowd._require_whole_relation('is_k_anonymous', relation) -%}
    {%- set faults = [] -%}
    {%- if k is not number or k is float or k is boolean or k < 2 -%}
        {%- do faults.append('k must be a whole number of at least 2. Got: ' ~ k) -%}
    {%- endif -%}
    {%- if quasi_identifiers is string or not quasi_identifiers -%}
        {%- do faults.append('quasi_identifiers must be a list of at least one column. Got: ' ~ quasi_identifiers) -%}
    {%- endif -%}
    {%- if nulls not in ['value', 'wildcard'] -%}
        {%- do faults.append('nulls must be value or wildcard. Got: ' ~ nulls) -%}
    {%- endif -%}
    {%- set needed = ([] if quasi_identifiers is string else quasi_identifiers or []) + ([privacy_unit] if privacy_unit else []) -%}
    {%- do dbt_crowd._require_columns('is_k_anonymous', relation, needed, faults) -%}
{{ dbt_crowd._k_anonymity_figures(relation, quasi_identifiers, claim) | trim }}
where class_figures.crowd_classes_below_k > 0{{ '' if allow_empty else '\n    or class_figures.crowd_rows = 0' }}
{% endmacro %}


{#- The figures of any table as it stands: what is published, without what it was made from. -#}
{% macro _k_anonymity_figures(relation, quasi_identifiers, claim) %}
    {%- set keys = dbt_crowd._quoted_names(quasi_identifiers) -%}
    {%- set person = [dbt_crowd.person_expression(claim) ~ ' as crowd_person'] if claim.privacy_unit else [] -%}
    {%- set lines = person + dbt_crowd.exact_columns(relation, quasi_identifiers) -%}
    {%- set published = 'published as (\n    select\n        ' ~ lines | join(',\n        ') ~ '\n    from ' ~ relation ~ '\n)' -%}
with {{ ([published] + dbt_crowd._class_ctes(claim, keys)) | join(',\n\n') }}

select
    class_figures.crowd_rows,
    person_figures.crowd_persons,
    class_figures.crowd_classes,
    class_figures.crowd_smallest_class,
    class_figures.crowd_smallest_by_wildcard,
    class_figures.crowd_classes_below_k,
    class_figures.crowd_rows_below_k
from class_figures
cross join person_figures
{% endmacro %}


{#- Refuses a test whose arguments name columns that the relation does not have, with the faults found so far. -#}
{% macro _require_columns(test_name, relation, names, faults) %}
    {%- set existing = dbt_crowd._existing_or_refuse(test_name, relation) -%}
    {%- set there = dbt_crowd._lower_names(adapter.get_columns_in_relation(existing)) -%}
    {%- for name in names if (name | lower) not in there -%}
        {%- do faults.append('there is no column ' ~ name ~ ' to count') -%}
    {%- endfor -%}
    {%- if faults -%}
        {%- set lines = [] -%}
        {%- for fault in faults -%}
            {%- do lines.append('dbt_crowd: ' ~ test_name ~ ' on ' ~ relation.identifier ~ ': ' ~ fault ~ '. See docs/tests.md#' ~ test_name) -%}
        {%- endfor -%}
        {%- do dbt_crowd.refuse(lines | join('\n')) -%}
    {%- endif -%}
{% endmacro %}


{#- The relation, or an error: a test of what is not there is no pass. -#}
{% macro _existing_or_refuse(test_name, relation) %}
    {%- set existing = dbt_crowd.relation_of(relation) -%}
    {%- if existing is none -%}
        {%- do dbt_crowd.refuse('dbt_crowd: ' ~ test_name ~ ' on ' ~ relation.identifier ~ ': there is no such relation in the warehouse. See docs/tests.md#' ~ test_name) -%}
    {%- endif -%}
    {%- do return(existing) -%}
{% endmacro %}
