{#- The names that come out of a release, in the policy's order: the allow-list less what is dropped, and the rung where the policy asks. -#}
{% macro published_columns(policy) %}
    {%- if policy.get('measures') -%}
        {%- do return(dbt_crowd.count_columns(policy)) -%}
    {%- endif -%}
    {%- do return(dbt_crowd._allowed_columns(policy) + dbt_crowd._rung_column(policy)) -%}
{% endmacro %}


{#- The columns of the input that are published. -#}
{% macro _allowed_columns(policy) %}
    {%- set names = [] -%}
    {%- for column in policy.quasi_identifiers + policy.sensitive -%}
        {%- do names.append(column.name) -%}
    {%- endfor -%}
    {%- do return(names + policy.insensitive) -%}
{% endmacro %}


{% macro _rung_column(policy) %}
    {%- do return(['crowd_rung'] if policy.get('publish_rung') else []) -%}
{% endmacro %}


{#- The published columns that tell classes apart, as SQL. -#}
{% macro class_columns(policy) %}
    {%- do return(dbt_crowd._quoted_names(policy.quasi_identifiers) + dbt_crowd._rung_column(policy)) -%}
{% endmacro %}


{#- Every name that the policy declares of the input. -#}
{% macro _declared_columns(policy) %}
    {%- set names = policy.direct_identifiers + (dbt_crowd.cell_columns(policy) if policy.get('measures') else dbt_crowd._allowed_columns(policy)) -%}
    {%- if policy.get('measures') -%}
        {%- for name in dbt_crowd.measured_columns(policy) + ([policy.count] if policy.get('count') else []) if name not in names -%}
            {%- do names.append(name) -%}
        {%- endfor -%}
    {%- endif -%}
    {%- if policy.privacy_unit and policy.privacy_unit not in names -%}
        {%- set names = [policy.privacy_unit] + names -%}
    {%- endif -%}
    {%- do return(names) -%}
{% endmacro %}


{#- What a candidate has beside the published columns: the person where persons are counted, and each crowd's place. -#}
{% macro _unpublished_columns(policy) %}
    {%- do return((['crowd_person'] if policy.privacy_unit else []) + (['crowd_place'] if dbt_crowd._has_places(policy) else [])) -%}
{% endmacro %}


{#-
    Whether a candidate tells each crowd's place in the order of their labels. Published rows are ordered by their columns,
    and a few crowds are numbered sooner than many rows are compared column by column. A ladder knows its labels per
    record only, under `nulls: wildcard` a class may be no crowd of its own, and a rung that is `*` throughout has one crowd.
-#}
{% macro _has_places(policy) %}
    {%- do return(
        not policy.get('measures') and policy.rungs | length == 1 and policy.nulls != 'wildcard'
        and dbt_crowd._published_keys(policy, policy.rungs) | length > dbt_crowd._rung_column(policy) | length
    ) -%}
{% endmacro %}
