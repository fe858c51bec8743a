{#-
    Several rungs: a record leaves by the first rung where its class, among the records not yet released, is a
    crowd. Routing runs over distinct combinations of labels and looks at quasi-identifiers only.
-#}
{% macro _ladder_ctes(policy, hierarchies, rungs) %}
    {%- set labels = dbt_crowd._ladder_labels(policy, rungs) -%}
    {%- set grain = dbt_crowd._pluck(labels, 'alias') + (['crowd_person'] if policy.privacy_unit else []) -%}
    {%- set ctes = [dbt_crowd._ladder_generalized_cte(policy, hierarchies, labels), dbt_crowd._tuples_cte(policy, grain)] -%}
    {%- set state = namespace(ctes=ctes, before='tuples') -%}
    {%- for rung in rungs -%}
        {%- set name = 'rung_' ~ loop.index -%}
        {%- set keys = dbt_crowd._rung_keys(labels, rung) -%}
        {%- set crowds = dbt_crowd._crowds_ctes(
            policy, 'crowds_' ~ loop.index, state.before, keys,
            dbt_crowd._crowd_size(policy, 'sum(crowd_rows)'), where='' if loop.first else 'crowd_rung is null'
        ) -%}
        {%- set state.ctes = state.ctes + crowds + [dbt_crowd._rung_cte(policy, loop.index, state.before, grain, keys)] -%}
        {%- set state.before = name -%}
    {%- endfor -%}
    {%- do return(state.ctes + [dbt_crowd._ladder_released_cte(policy, rungs, labels, grain, state.before)]) -%}
{% endmacro %}


{#- Every level that some rung uses, finest first per column, but for `*`: column index, level index, expression and the alias it has in the SQL. -#}
{% macro _ladder_labels(policy, rungs) %}
    {%- set labels = [] -%}
    {%- for column in policy.quasi_identifiers -%}
        {%- set position = loop.index0 -%}
        {%- for level in range(column.levels | length) -%}
            {%- set rungs_here = [] -%}
            {%- for rung in rungs if rung[position] == level -%}
                {%- do rungs_here.append(loop.index) -%}
            {%- endfor -%}
            {%- if rungs_here and not dbt_crowd._is_top_level(column, level) -%}
                {%- do labels.append({
                    'column': position, 'level': level, 'expression': column.expressions[level],
                    'alias': dbt_crowd._label_alias(position, level, column.levels[level]),
                }) -%}
            {%- endif -%}
        {%- endfor -%}
    {%- endfor -%}
    {%- do return(labels) -%}
{% endmacro %}


{#- A short name that says which column and level it is; the numbers alone make it unique. -#}
{% macro _label_alias(position, level, level_name) %}
    {%- set slug = modules.re.sub('[^a-z0-9]+', '_', level_name | lower)[:20] -%}
    {%- do return('crowd_' ~ (position + 1) ~ '_' ~ level ~ '_' ~ slug) -%}
{% endmacro %}


{% macro _pluck(rows, key) %}
    {%- set values = [] -%}
    {%- for row in rows -%}
        {%- do values.append(row[key]) -%}
    {%- endfor -%}
    {%- do return(values) -%}
{% endmacro %}


{#- The labels that make a rung's class. -#}
{% macro _rung_keys(labels, rung) %}
    {%- set keys = [] -%}
    {%- for label in labels if rung[label.column] == label.level -%}
        {%- do keys.append(label.alias) -%}
    {%- endfor -%}
    {%- do return(keys) -%}
{% endmacro %}
