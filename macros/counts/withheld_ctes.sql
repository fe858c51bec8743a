{#-
    CTEs of what is withheld though it has k persons, and their names: {'ctes': [...], 'names': [...]}: `dominated` cells, whose sum
    tells of its largest contributors, and then `disclosing` margins, nearly all of whose persons share a sensitive value.
    source       the CTE that holds members, crowd_rung NULL where none is published
    cell_keys    the columns that make a published cell
    class_keys   those that make the margin of a sensitive value
-#}
{% macro withheld_ctes(policy, source, cell_keys, class_keys) %}
    {%- set state = namespace(ctes=[], names=[], source=source) -%}
    {%- if dbt_crowd._dominance_rules(policy) -%}
        {%- set state.ctes = dbt_crowd._dominated_ctes(policy, source, cell_keys) -%}
        {%- set state.names = ['dominated'] -%}
    {%- endif -%}
    {%- if policy.sensitive | selectattr('alpha', 'defined') | list -%}
        {%- if state.names -%}
            {%- set state.ctes = state.ctes + [dbt_crowd._spared_cte(source, cell_keys)] -%}
            {%- set state.source = 'spared' -%}
        {%- endif -%}
        {%- set state.ctes = state.ctes + dbt_crowd._disclosing_ctes(policy, state.source, class_keys) -%}
        {%- set state.names = state.names + ['disclosing'] -%}
    {%- endif -%}
    {%- do return({'ctes': state.ctes, 'names': state.names}) -%}
{% endmacro %}


{#- Contributors ranked within each cell, and the cells that some rule finds dominated. -#}
{% macro _dominated_ctes(policy, source, keys) %}
    {%- set ctes = [] -%}
    {%- set selects = [] -%}
    {%- set key_list = keys | join(',\n        ') -%}
    {%- for value in dbt_crowd._dominance_rules(policy) | map(attribute='value') | unique -%}
        {%- set number = value | replace('crowd_value_', '') -%}
        {%- set contribution = 'abs(coalesce(sum(' ~ value ~ '), 0))' if policy.privacy_unit else 'abs(coalesce(' ~ value ~ ', 0))' -%}
        {%- set known = 'case when ' ~ ('crowd_person is not null and sum(crowd_known_' ~ number ~ ')' if policy.privacy_unit else 'crowd_known_' ~ number) ~ ' > 0 then 1 else 0 end' -%}
        {%- set grain = '\n    group by\n        ' ~ (keys + ['crowd_person']) | join(',\n        ') if policy.privacy_unit else '' -%}
        {%- do ctes.append('contributions_' ~ number ~ ' as (\n    select\n        ' ~ key_list ~ ',\n        ' ~ contribution ~ ' as crowd_part,\n        ' ~ known ~ ' as crowd_known\n    from ' ~ source
            ~ '\n    where crowd_rung is not null' ~ grain ~ '\n)') -%}
        {%- do ctes.append('ranked_' ~ number ~ ' as (\n    select\n        ' ~ key_list ~ ',\n        crowd_part,\n        crowd_known,\n        row_number() over (\n            partition by ' ~ keys | join(', ')
            ~ '\n            order by crowd_part desc\n        ) as crowd_place\n    from contributions_' ~ number ~ '\n)') -%}
    {%- endfor -%}
    {%- for rule in dbt_crowd._dominance_rules(policy) -%}
        {%- do selects.append('select\n        ' ~ key_list ~ ',\n        1 as crowd_found\n    from ranked_' ~ rule.value | replace('crowd_value_', '')
            ~ '\n    group by\n        ' ~ key_list ~ '\n    having ' ~ dbt_crowd._dominance_conditions(rule, policy.k) | join('\n        or ')) -%}
    {%- endfor -%}
    {%- do return(ctes + ['dominated as (\n    ' ~ selects | join('\n    union distinct\n    ') ~ '\n)']) -%}
{% endmacro %}


{#- Fewer than k who have a value at all, the p% rule, and the (n, k) rule where asked, over the ranked parts of a cell; whole numbers on both sides. -#}
{% macro _dominance_conditions(rule, k) %}
    {%- set conditions = ['sum(crowd_known) between 1 and ' ~ (k - 1)] -%}
    {%- if rule.p_percent > 0 -%}
        {%- set ratio = dbt_crowd._decimal_ratio(rule.p_percent) -%}
        {%- do conditions.append((100 * ratio[1]) ~ ' * sum(case when crowd_place > 2 then crowd_part else 0 end) < ' ~ ratio[0] ~ ' * max(crowd_part)') -%}
    {%- endif -%}
    {%- if rule.dominance -%}
        {%- set ratio = dbt_crowd._decimal_ratio(rule.dominance.k) -%}
        {%- do conditions.append((100 * ratio[1]) ~ ' * sum(case when crowd_place <= ' ~ rule.dominance.n ~ ' then crowd_part else 0 end) > ' ~ ratio[0] ~ ' * sum(crowd_part)') -%}
    {%- endif -%}
    {%- do return(conditions) -%}
{% endmacro %}


{#- The published members less those of dominated cells. -#}
{% macro _spared_cte(source, keys) %}
    {%- set cte -%}
spared as (
    select {{ source }}.*
    from {{ source }}
    left join dominated
        on {{ dbt_crowd._join_cells(source, 'dominated', keys, '        ') }}
    where dominated.crowd_found is null
)
    {%- endset -%}
    {%- do return(cte) -%}
{% endmacro %}


{#- Margins in which more than alpha of the persons share a sensitive value. -#}
{% macro _disclosing_ctes(policy, source, keys) %}
    {%- set size = dbt_crowd._crowd_size(policy, 'sum(crowd_rows)') -%}
    {%- set key_list = keys | join(',\n        ') -%}
    {%- set ctes = ['margins as (\n    select\n        ' ~ key_list ~ ',\n        ' ~ size ~ ' as crowd_size\n    from ' ~ source
        ~ '\n    where crowd_rung is not null\n    group by\n        ' ~ key_list ~ '\n)'] -%}
    {%- set selects = [] -%}
    {%- for column in policy.sensitive if column.alpha is defined -%}
        {%- set name = dbt_crowd.quoted(column.name) -%}
        {%- set ratio = dbt_crowd._decimal_ratio(column.alpha) -%}
        {%- set parts = 'parts_' ~ loop.index -%}
        {%- do ctes.append(parts ~ ' as (\n    select\n        ' ~ key_list ~ ',\n        ' ~ name ~ ',\n        ' ~ size ~ ' as crowd_size\n    from ' ~ source
            ~ '\n    where crowd_rung is not null\n    group by\n        ' ~ (keys + [name]) | join(',\n        ') ~ '\n)') -%}
        {%- do selects.append('select\n        ' ~ dbt_crowd._qualified(parts, keys) | join(',\n        ') ~ ',\n        1 as crowd_found\n    from ' ~ parts ~ '\n    inner join margins\n        on '
            ~ dbt_crowd._join_cells(parts, 'margins', keys, '        ') ~ '\n    where ' ~ ratio[1] ~ ' * ' ~ parts ~ '.crowd_size > ' ~ ratio[0] ~ ' * margins.crowd_size') -%}
    {%- endfor -%}
    {%- do return(ctes + ['disclosing as (\n    ' ~ selects | join('\n    union distinct\n    ') ~ '\n)']) -%}
{% endmacro %}
