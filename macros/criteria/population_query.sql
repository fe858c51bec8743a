{#-
    The failing figures of a relation beside a population, under k-map or delta-presence; no row when it holds. Labels
    are compared as text, blank as NULL: the population must have those that the relation shows.

    settings  k_map, or delta_presence with its two bounds, and columns as a policy says them
-#}
{% macro population_query(test_name, relation, quasi_identifiers, population, settings, privacy_unit=none, population_privacy_unit=none, allow_empty=false) %}
    {%- do dbt_crowd._require_whole_relation(test_name, relation) -%}
    {%- set renamed = settings.get('columns') or {} -%}
    {%- do dbt_crowd._require_population(test_name, relation, quasi_identifiers, population, settings, privacy_unit, population_privacy_unit) -%}
    {%- set asked = dbt_crowd._release_criteria({'population': settings}) -%}
    {%- do asked[0].update({'number': 1, 'absent_fails': true}) -%}
    {%- set keys = dbt_crowd._quoted_names(quasi_identifiers) -%}
    {%- set published = [dbt_crowd.person_expression({'privacy_unit': privacy_unit}) ~ ' as crowd_person'] if privacy_unit else [] -%}
    {%- set crowd = [dbt_crowd.person_expression({'privacy_unit': population_privacy_unit}) ~ ' as crowd_person'] if population_privacy_unit else [] -%}
    {%- for name in quasi_identifiers -%}
        {%- do published.append(dbt_crowd.normalised_text('tested.' ~ dbt_crowd.quoted(name)) ~ ' as ' ~ dbt_crowd.quoted(name)) -%}
        {%- do crowd.append(dbt_crowd.normalised_text('population.' ~ dbt_crowd.quoted(renamed.get(name, name))) ~ ' as ' ~ dbt_crowd.quoted(name)) -%}
    {%- endfor -%}
    {%- set failing = 'crowd_classes_failing_' ~ asked[0].criterion -%}
    {%- set grain = {'from': 'published', 'keys': keys, 'persons': true if privacy_unit else false, 'rows': 'count(*)', 'codes': false} -%}
    {%- set ctes = [
        'published as (\n    select\n        ' ~ published | join(',\n        ') ~ '\n    from ' ~ relation ~ ' as tested\n)',
        'population_labels as (\n    select\n        ' ~ crowd | join(',\n        ') ~ '\n    from ' ~ population ~ ' as population\n)',
        'population_sizes as (\n    select\n        ' ~ keys | join(',\n        ') ~ ',\n        '
            ~ ('count(distinct crowd_person)' if population_privacy_unit else 'count(*)') ~ ' as crowd_population\n    from population_labels\n    group by ' ~ keys | join(', ') ~ '\n)',
    ] + dbt_crowd.criteria_ctes(asked, grain) + [
        'rows_figures as (\n    select count(*) as crowd_rows\n    from published\n)',
        'failing_figures as (\n    select count(*) as ' ~ failing ~ '\n    from fails_1\n)',
    ] -%}
with {{ ctes | join(',\n\n') }}

select
    rows_figures.crowd_rows,
    failing_figures.{{ failing }}
from rows_figures
cross join failing_figures
where failing_figures.{{ failing }} > 0{{ '' if allow_empty else '\n    or rows_figures.crowd_rows = 0' }}
{% endmacro %}


{#- Refuses arguments that cannot be judged by. -#}
{% macro _require_population(test_name, relation, quasi_identifiers, population, settings, privacy_unit, population_privacy_unit) %}
    {%- set faults = [] -%}
    {%- for fault in dbt_crowd._policy_nested(dbt_crowd.policy_schema(), 'population', settings, '').faults -%}
        {%- do faults.append(fault.split('. See docs/')[0]) -%}
    {%- endfor -%}
    {%- if quasi_identifiers is string or not quasi_identifiers -%}
        {%- do faults.append('quasi_identifiers must be a list of at least one column. Got: ' ~ quasi_identifiers) -%}
    {%- endif -%}
    {%- set names = [] if quasi_identifiers is string else quasi_identifiers or [] -%}
    {%- do dbt_crowd._require_columns(test_name, relation, names + ([privacy_unit] if privacy_unit else []), faults) -%}
    {%- set there = [population_privacy_unit] if population_privacy_unit else [] -%}
    {%- for name in names -%}
        {%- do there.append((settings.get('columns') or {}).get(name, name)) -%}
    {%- endfor -%}
    {%- do dbt_crowd._require_columns(test_name, population, there, faults) -%}
{% endmacro %}
