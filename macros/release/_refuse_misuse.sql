{#- What would publish ungated rows, or silently something else than the policy says, is refused while the model compiles. -#}
{% macro _refuse_misuse(policy, relation, hierarchies, population, kind='records') %}
    {%- set call = 'release_counts' if kind == 'counts' else 'release' -%}
    {%- set faults = [] -%}
    {%- if kind == 'counts' and not policy.get('measures') -%}
        {%- do faults.append('has a policy of records, which release() is for: release_counts() needs measures. See docs/policy.md#measures') -%}
    {%- elif kind == 'records' and policy.get('measures') -%}
        {%- do faults.append('has a policy of counts, since it has measures, and release() is for records. Call release_counts(). See docs/policy.md#measures') -%}
    {%- endif -%}
    {%- if model.resource_type != 'unit_test' and model.config.materialized not in ['release', 'unit'] -%}
        {%- do faults.append(
            "is set to materialized='" ~ model.config.materialized ~ "' after " ~ call ~ "() was called, and so would be published without a gate."
            ~ " Remove that config() from the model's SQL. See docs/release.md#materialization"
        ) -%}
    {%- endif -%}
    {%- if flags.WHICH == 'show' -%}
        {%- do faults.append('is not shown: dbt show prints rows that no gate has judged. Build it, then query the table. See docs/release.md#show') -%}
    {%- endif -%}
    {%- if (model.alias or model.name)[:6] | lower == 'crowd_' -%}
        {%- do faults.append('has a name that begins with crowd_, as the tables do that are kept beside private copies. Give it another alias. See docs/release.md#names') -%}
    {%- endif -%}
    {%- if relation.is_cte and model.resource_type != 'unit_test' -%}
        {%- do faults.append('reads an ephemeral model, which nothing but this model can count. Make its input a view or a table. See docs/release.md#input') -%}
    {%- endif -%}
    {%- for column in dbt_crowd._table_hierarchies(policy) if column.name not in hierarchies -%}
        {%- do faults.append(
            'needs the relation of the table hierarchy of ' ~ column.name ~ ": " ~ call ~ "(ref(...), hierarchies={'" ~ column.name ~ "': ref(...)}). See docs/policy.md#table"
        ) -%}
    {%- endfor -%}
    {%- for name in hierarchies -%}
        {%- if name not in dbt_crowd._pluck(dbt_crowd._table_hierarchies(policy), 'name') -%}
            {%- do faults.append('is given a hierarchy relation for ' ~ name ~ ', which is not a column with a table hierarchy. See docs/policy.md#table') -%}
        {%- endif -%}
    {%- endfor -%}
    {%- if policy.get('population') and population is none -%}
        {%- do faults.append('needs the relation of its population: release(ref(...), population=ref(...)). See docs/policy.md#population') -%}
    {%- elif population is not none and not policy.get('population') -%}
        {%- do faults.append('is given a population, of which the policy asks nothing. See docs/policy.md#population') -%}
    {%- elif population is not none and population.is_cte -%}
        {%- do faults.append('reads its population from an ephemeral model. Make it a view or a table. See docs/release.md#input') -%}
    {%- endif -%}
    {%- if faults -%}
        {%- do dbt_crowd._log_early_refusal(policy, dbt_crowd._header_inputs(relation, hierarchies, population), faults) -%}
        {%- do dbt_crowd.refuse(dbt_crowd._with_subject(policy.name, faults)) -%}
    {%- endif -%}
{% endmacro %}
