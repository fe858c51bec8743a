{#-
    CTEs that judge classes, one `fails_<number>` per criterion: the keys of the classes that fail it, and crowd_found = 1.

    criteria   from criteria(); k is not judged here
    grain      what a class is made of:
        from     the relation or CTE with the records; it has the keys, crowd_sensitive_<i>, and crowd_person where `persons`
        keys     the columns that make a class, of any type
        persons  whether distinct persons are counted, else `rows`
        rows     how rows are counted, count(*) or the sum of a column of counts
        codes    whether crowd_sensitive_<i> is a whole number that stands for the value, in place of text
        least    whether to say too, where it is known, which share of a failing class fails at every finer rung at least
    Where a criterion compares with the whole input, CTE overall_<i> is there already, see overall_ctes; where with a
    population, population_sizes, with the keys and crowd_population, see population_ctes.
-#}
{% macro criteria_ctes(criteria, grain) %}
    {%- set state = namespace(ctes=[]) -%}
    {%- set counted = [] -%}
    {%- set shared = [] -%}
    {%- if criteria | selectattr('criterion', 'in', ['k_map', 'delta_presence']) | list -%}
        {%- set state.ctes = [dbt_crowd._beside_population_cte(grain)] -%}
    {%- endif -%}
    {%- for criterion in criteria if criterion.criterion != 'k' -%}
        {%- if criterion.sensitive and criterion.sensitive not in counted -%}
            {%- do counted.append(criterion.sensitive) -%}
            {%- set state.ctes = state.ctes + dbt_crowd._value_ctes(criteria, grain, criterion.sensitive) -%}
        {%- endif -%}
        {%- if dbt_crowd._compares_with_overall(criterion) and criterion.sensitive not in shared -%}
            {%- do shared.append(criterion.sensitive) -%}
            {%- set state.ctes = state.ctes + [dbt_crowd._shares_beside_overall_cte(criteria, grain, criterion.sensitive)] -%}
        {%- endif -%}
        {%- set state.ctes = state.ctes + dbt_crowd._criterion_ctes(criterion, grain) -%}
    {%- endfor -%}
    {%- do return(state.ctes) -%}
{% endmacro %}


{#- The file of each criterion. -#}
{% macro _criterion_ctes(criterion, grain) %}
    {%- if criterion.criterion == 'l' -%}
        {%- do return(dbt_crowd.l_diversity(criterion, grain)) -%}
    {%- elif criterion.criterion == 't' -%}
        {%- do return(dbt_crowd.t_closeness(criterion, grain)) -%}
    {%- elif criterion.criterion == 'alpha' -%}
        {%- do return(dbt_crowd.alpha_k_anonymity(criterion, grain)) -%}
    {%- elif criterion.criterion == 'beta' -%}
        {%- do return(dbt_crowd.beta_likeness(criterion, grain)) -%}
    {%- elif criterion.criterion == 'delta' -%}
        {%- do return(dbt_crowd.delta_disclosure(criterion, grain)) -%}
    {%- elif criterion.criterion == 'k_map' -%}
        {%- do return(dbt_crowd.k_map(criterion, grain)) -%}
    {%- elif criterion.criterion == 'delta_presence' -%}
        {%- do return(dbt_crowd.delta_presence(criterion, grain)) -%}
    {%- elif criterion.criterion == 'risk' -%}
        {%- do return(dbt_crowd.reidentification_risk(criterion, grain)) -%}
    {%- endif -%}
    {%- do dbt_crowd.refuse('dbt_crowd: there is no criterion ' ~ criterion.criterion) -%}
{% endmacro %}


{#-
    The CTE `fails_<number>`: the classes of `source` for which one of the conditions holds.

    least   SQL of crowd_least, where the grain asks for it. A class at distance d, of which a share s is parts that fail
            and the rest is parts that pass, has d <= (1 - s) limit + s where distances are convex and at most 1, so that s
            is at least (d - limit) / (1 - limit). All this is about rows: shares of persons can add up to more than 1.
-#}
{% macro _fails_cte(criterion, grain, source, conditions, least='0') %}
    {%- set cte -%}
fails_{{ criterion.number }} as (
    select
        {% for key in grain['keys'] %}{{ key }},
        {% endfor %}1 as crowd_found
        {%- if grain.least %},
        {{ least }} as crowd_least
        {%- endif %}
    from {{ source }}
    {%- if grain['keys'] %}
    group by {{ grain['keys'] | join(', ') }}
    {%- endif %}
    having
        {{ conditions | join('\n        or ') }}
)
    {%- endset -%}
    {%- do return(cte) -%}
{% endmacro %}


{#- How far a figure may be past its limit and still count as on it: floating point is not exact, and only what is strictly past the limit fails. -#}
{% macro _tolerance() %}
    {%- do return('1e-9') -%}
{% endmacro %}


{#- Whether two judged values are the same, NULL like NULL. Codes are never negative. -#}
{% macro _is_same_value(grain, left, right) %}
    {%- if grain.codes -%}
        {%- do return('coalesce(' ~ left ~ ', -1) = coalesce(' ~ right ~ ', -1)') -%}
    {%- endif -%}
    {%- do return(dbt_crowd.is_same(left, right)) -%}
{% endmacro %}
