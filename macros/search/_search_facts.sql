{#- What is known of each column once its labels are: counts per level, and what is wrong with its hierarchy. -#}
{% macro _search_facts(policy, place) %}
    {%- set selects = [] -%}
    {%- for column in policy.quasi_identifiers -%}
        {%- set labels = dbt_crowd._search_table(place, 'labels_' ~ loop.index) -%}
        {%- set position = loop.index0 -%}
        {%- for level in range(column.levels | length) -%}
            {%- do selects.append(dbt_crowd._search_level_select(position, level, labels)) -%}
        {%- endfor -%}
    {%- endfor -%}
    {%- set rows = run_query(selects | join('\n\nunion all\n\n') ~ '\n\norder by crowd_column, crowd_level').rows -%}
    {%- set columns = [] -%}
    {%- set unmapped = {} -%}
    {%- for column in policy.quasi_identifiers -%}
        {%- set facts = dbt_crowd._search_column_facts(column, loop.index0, rows) -%}
        {%- do columns.append(facts) -%}
        {%- if facts.unmapped -%}
            {%- do unmapped.update({column.name: facts.unmapped}) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- do return({
        'columns': columns,
        'unmapped': unmapped,
        'hierarchy_faults': dbt_crowd._search_hierarchy_faults(policy, place),
    }) -%}
{% endmacro %}


{% macro _search_level_select(position, level, labels) %}
    {%- set bigint = dbt.type_bigint() -%}
    {%- set double = dbt_crowd.type_double() -%}
    {%- set bits = '(ln(cast(crowd_size_' ~ level ~ ' as ' ~ double ~ ')) - ln(cast(crowd_size_0 as ' ~ double ~ '))) / ln(cast(2 as ' ~ double ~ '))' -%}
    {%- set query -%}
select
    {{ position }} as crowd_column,
    {{ level }} as crowd_level,
    count(distinct crowd_code_{{ level }}) as crowd_distinct,
    count(*) as crowd_values,
    cast(max(crowd_domain_size) as {{ bigint }}) as crowd_domain_size,
    cast(sum(crowd_rows * crowd_share_{{ level }}) as {{ bigint }}) as crowd_share_sum,
    cast(min(crowd_share_{{ level }}) as {{ bigint }}) as crowd_least_share,
    cast(max(crowd_share_{{ level }}) as {{ bigint }}) as crowd_largest_share,
    {{ '0.0' if level == 0 else 'sum(crowd_rows * (' ~ bits ~ '))' }} as crowd_bits,
    min(case when crowd_label_{{ level }} is null then crowd_code_{{ level }} end) as crowd_null_code,
    min(case when crowd_raw is null then crowd_code_{{ level }} end) as crowd_raw_null_code,
    cast(min(case when crowd_raw is null then crowd_share_{{ level }} end) as {{ bigint }}) as crowd_raw_null_share,
    cast(sum(case when crowd_label_0 = '*' then crowd_rows else 0 end) as {{ bigint }}) as crowd_unmapped,
    max(crowd_code_{{ level }}) as crowd_largest_code
from {{ labels }}
    {%- endset -%}
    {%- do return(query) -%}
{% endmacro %}


{#- The rows of the query about one column, as lists over its levels. -#}
{% macro _search_column_facts(column, position, rows) %}
    {%- set facts = {
        'name': column.name, 'levels': column.levels, 'min_level': column.min_level, 'max_level': column.max_level,
        'weight': column.weight, 'domain': column.domain, 'distinct': [], 'share_sums': [], 'least_shares': [],
        'largest_shares': [], 'entropy_sums': [], 'null_codes': [], 'raw_null_codes': [],
        'raw_null_shares': [], 'largest_codes': [],
    } -%}
    {%- for row in rows if row[0] | int == position -%}
        {%- do facts.update({'raw_values': row[3] | int, 'domain_size': row[4] | int, 'unmapped': row[12] | int}) -%}
        {%- do facts.distinct.append(row[2] | int) -%}
        {%- do facts.share_sums.append(row[5] | int) -%}
        {%- do facts.least_shares.append(row[6] | int) -%}
        {%- do facts.largest_shares.append(row[7] | int) -%}
        {%- do facts.entropy_sums.append(row[8] | float) -%}
        {%- do facts.null_codes.append(none if row[9] is none else row[9] | int) -%}
        {%- do facts.raw_null_codes.append(none if row[10] is none else row[10] | int) -%}
        {%- do facts.largest_codes.append(row[13] | int) -%}
        {%- do facts.raw_null_shares.append(none if row[11] is none else row[11] | int) -%}
    {%- endfor -%}
    {%- do return(facts) -%}
{% endmacro %}
