{#-
    A table per quasi-identifier of its distinct raw values: each value's label at every level, the label's code, how
    many values of the domain have it (crowd_share), and how many rows (crowd_size). Levels are evaluated here, once
    per distinct value, and nowhere else.
-#}
{% macro _search_labels(policy, place, hierarchies) %}
    {%- set combinations = dbt_crowd._search_table(place, 'combinations') -%}
    {%- for column in policy.quasi_identifiers -%}
        {%- set query = dbt_crowd._search_labels_query(policy, loop.index0, combinations, hierarchies) -%}
        {%- do dbt_crowd._search_run('create table ' ~ dbt_crowd._search_table(place, 'labels_' ~ loop.index) ~ ' as\n' ~ query) -%}
    {%- endfor -%}
{% endmacro %}


{% macro _search_labels_query(policy, position, combinations, hierarchies) %}
    {%- set column = policy.quasi_identifiers[position] -%}
    {%- set ctes = [dbt_crowd._search_values_cte(column, combinations)] -%}
    {%- set ctes = ctes + dbt_crowd._search_label_ctes(policy, position, hierarchies) -%}
    {%- do ctes.append(dbt_crowd._search_domain_cte(column)) -%}
    {%- do ctes.append(dbt_crowd._search_shares_cte(column)) -%}
    {%- do ctes.append(dbt_crowd._search_names_cte(column)) -%}
    {%- do return('with ' ~ ctes | join(',\n\n') ~ '\n\n' ~ dbt_crowd._search_codes_select(column)) -%}
{% endmacro %}


{% macro _search_values_cte(column, combinations) %}
    {%- set name = dbt_crowd.quoted(column.name) -%}
    {%- set cte -%}
source as (
    select
        {{ name }},
        cast(sum(crowd_rows) as {{ dbt.type_bigint() }}) as crowd_rows
    from {{ combinations }}
    group by {{ name }}
)
    {%- endset -%}
    {%- do return(cte) -%}
{% endmacro %}


{#- Which of the labelled rows are the domain: for a hierarchy its own values, else the data's; NULL too where the data has it. -#}
{% macro _search_domain_cte(column) %}
    {%- if column.domain == 'hierarchy' -%}
        {%- set counts = 'crowd_in_hierarchy = 1 or (crowd_nth = 1 and crowd_label_0 is null)' -%}
    {%- else -%}
        {%- set counts = "crowd_nth = 1 and (crowd_label_0 is null or crowd_label_0 != '*')" -%}
    {%- endif -%}
    {%- set cte -%}
numbered as (
    select
        *,
        row_number() over (partition by crowd_label_0 order by crowd_in_hierarchy desc) as crowd_nth
    from labels
),

domain as (
    select
        *,
        case when {{ counts }} then 1 else 0 end as crowd_in_domain
    from numbered
)
    {%- endset -%}
    {%- do return(cte) -%}
{% endmacro %}


{#- How many values of the domain share a label. An uncovered value could be any of them. -#}
{% macro _search_shares_cte(column) %}
    {%- set lines = [] -%}
    {%- for level in column.levels -%}
        {%- set label = 'crowd_label_' ~ loop.index0 -%}
        {%- do lines.append(
            "case when crowd_label_0 = '*' then sum(crowd_in_domain) over () else sum(crowd_in_domain) over (partition by "
            ~ label ~ ') end as crowd_share_' ~ loop.index0
        ) -%}
    {%- endfor -%}
    {%- set cte -%}
shares as (
    select
        *,
        sum(crowd_in_domain) over () as crowd_domain_size,
        {{ lines | join(',\n        ') }}
    from domain
)
    {%- endset -%}
    {%- do return(cte) -%}
{% endmacro %}


{#-
    A label's code is a whole number that the same text has at every level that rungs can use, so that labels which
    stand at two levels are one class where they are published together; NULL is 0. Levels below `min_level` count by
    themselves.
-#}
{% macro _search_names_cte(column) %}
    {%- set selects = [] -%}
    {%- for level in range(column.min_level, column.levels | length) -%}
        {%- set label = 'crowd_label_' ~ level -%}
        {%- do selects.append('select ' ~ label ~ (' as crowd_label' if loop.first else '') ~ '\n    from shares\n    where crowd_in_hierarchy = 0 and ' ~ label ~ ' is not null') -%}
    {%- endfor -%}
    {%- set cte -%}
names as (
    {{ selects | join('\n    union all\n    ') }}
),

codes as (
    select
        crowd_label,
        row_number() over (order by crowd_label) as crowd_code
    from names
    group by crowd_label
)
    {%- endset -%}
    {%- do return(cte) -%}
{% endmacro %}


{% macro _search_codes_select(column) %}
    {%- set lines = [] -%}
    {%- set joins = [] -%}
    {%- for level in column.levels -%}
        {%- set number = loop.index0 -%}
        {%- set label = 'shares.crowd_label_' ~ number -%}
        {%- set codes = 'codes_' ~ number -%}
        {%- do lines.append(label) -%}
        {%- if number < column.min_level -%}
            {%- do lines.append('dense_rank() over (order by ' ~ label ~ ') as crowd_code_' ~ number) -%}
        {%- else -%}
            {%- do lines.append('coalesce(' ~ codes ~ '.crowd_code, 0) as crowd_code_' ~ number) -%}
            {%- do joins.append('left join codes as ' ~ codes ~ '\n    on ' ~ label ~ ' = ' ~ codes ~ '.crowd_label') -%}
        {%- endif -%}
        {%- do lines.append('shares.crowd_share_' ~ number) -%}
        {%- do lines.append('sum(shares.crowd_rows) over (partition by ' ~ label ~ ') as crowd_size_' ~ number) -%}
    {%- endfor -%}
    {%- set query -%}
select
    shares.crowd_raw,
    shares.crowd_rows,
    shares.crowd_domain_size,
    {{ lines | join(',\n    ') }}
from shares
{{ joins | join('\n') }}
where shares.crowd_in_hierarchy = 0
    {%- endset -%}
    {%- do return(query) -%}
{% endmacro %}
