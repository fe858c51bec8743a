{#-
    The candidate of a release as one SELECT: the declared columns, generalized by the rungs, of every record
    that a rung serves; the person comes along as crowd_person where the policy has a privacy_unit, and with one rung the
    place of a record's crowd in the order of labels, by which what is published is sorted.
    rungs: list of rungs, each a list of level indices in the order of the policy's quasi-identifiers.
    population: the relation that classes are held against, where the policy asks.
-#}
{% macro release_query(policy, input, hierarchies, rungs, population=none) %}
    {%- set ctes = dbt_crowd._routed_ctes(policy, input, hierarchies, rungs) -%}
    {%- if dbt_crowd.criteria(policy) | length > 1 -%}
        {%- set ctes = ctes + dbt_crowd._criteria_suppression_ctes(policy, hierarchies, rungs, population) -%}
    {%- endif -%}
    {%- set lines = dbt_crowd._unpublished_columns(policy) + dbt_crowd._quoted_names(dbt_crowd.published_columns(policy)) -%}
    {%- do return('with ' ~ ctes | join(',\n\n') ~ '\n\nselect\n    ' ~ lines | join(',\n    ') ~ '\nfrom released') -%}
{% endmacro %}


{#- CTEs that end in the records that a rung serves: `released`, or `routed` where criteria on sensitive columns still take some away. -#}
{% macro _routed_ctes(policy, input, hierarchies, rungs) %}
    {%- set ctes = [dbt_crowd._source_cte(policy, input)] + dbt_crowd.hierarchy_ctes(policy, hierarchies) + dbt_crowd._sensitive_hierarchy_ctes(policy, hierarchies) -%}
    {%- if rungs | length == 1 -%}
        {%- do return(ctes + dbt_crowd._one_rung_ctes(policy, hierarchies, rungs[0])) -%}
    {%- endif -%}
    {%- do return(ctes + dbt_crowd._ladder_ctes(policy, hierarchies, rungs)) -%}
{% endmacro %}


{#- What the routed records are called, and what is counted of their sensitive columns. -#}
{% macro _routed_name(policy) %}
    {%- do return('routed' if dbt_crowd.criteria(policy) | length > 1 else 'released') -%}
{% endmacro %}


{% macro _routed_sensitive(policy, alias) %}
    {%- set names = [] -%}
    {%- for column in dbt_crowd.sensitive_columns(policy) -%}
        {%- do names.append(alias ~ '.crowd_sensitive_' ~ column.number) -%}
    {%- endfor -%}
    {%- do return(names) -%}
{% endmacro %}


{#- The declared columns of the input, by name: what is not declared cannot slip through. -#}
{% macro _source_cte(policy, input) %}
    {%- set used = [] -%}
    {%- if policy.privacy_unit -%}
        {%- do used.append(dbt_crowd.quoted(policy.privacy_unit)) -%}
    {%- endif -%}
    {%- for name in dbt_crowd._allowed_columns(policy) -%}
        {%- do used.append(dbt_crowd.quoted(name)) -%}
    {%- endfor -%}
    {%- do return('source as (\n    select\n        ' ~ used | unique | join(',\n        ') ~ '\n    from ' ~ input ~ '\n)') -%}
{% endmacro %}


{#- The privacy unit as it is counted: text, trimmed, blank as NULL. -#}
{% macro person_expression(policy) %}
    {%- do return(dbt_crowd.normalised_text(dbt_crowd.quoted(policy.privacy_unit))) -%}
{% endmacro %}


{#- The columns that pass unchanged: sensitive and insensitive ones. -#}
{% macro _carried_columns(policy) %}
    {%- set names = [] -%}
    {%- for column in policy.sensitive -%}
        {%- do names.append(dbt_crowd.quoted(column.name)) -%}
    {%- endfor -%}
    {%- for name in policy.insensitive -%}
        {%- do names.append(dbt_crowd.quoted(name)) -%}
    {%- endfor -%}
    {%- do return(names) -%}
{% endmacro %}


{#- `a.x = b.x` for every name, NULL-safe, one line each; `1 = 1` where there is no name to join on. -#}
{% macro _join_on(left, right, names, indent) %}
    {%- set terms = [] -%}
    {%- for name in names -%}
        {%- do terms.append(dbt_crowd.is_same(left ~ '.' ~ name, right ~ '.' ~ name)) -%}
    {%- endfor -%}
    {%- do return((terms or ['1 = 1']) | join('\n' ~ indent ~ 'and ')) -%}
{% endmacro %}


{#- The input with the table hierarchies joined to it. -#}
{% macro _from_source(policy, hierarchies) %}
    {%- set state = namespace(lines='from source') -%}
    {%- for joins in [dbt_crowd.hierarchy_joins(policy, hierarchies, 'source'), dbt_crowd._sensitive_joins(policy, 'source')] if joins -%}
        {%- set state.lines = state.lines ~ '\n    ' ~ (joins | replace('\n', '\n    ')) -%}
    {%- endfor -%}
    {%- do return(state.lines) -%}
{% endmacro %}
