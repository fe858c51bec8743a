{#- The combinations of the scan with labels replaced by codes; those with the same labels are gathered into one. -#}
{% macro _search_tuples_query(policy, place, scan, facts, layout) %}
    {%- set code_type = dbt.type_bigint() if layout.bits == 64 else dbt.type_int() -%}
    {%- set state = namespace(gather=false) -%}
    {%- for column in facts if column.distinct[column.min_level] < column.raw_values -%}
        {%- set state.gather = true -%}
    {%- endfor -%}
    {%- set rows = dbt_crowd._search_total('source.crowd_rows', state.gather, scan.rows) -%}
    {%- set keys = [] -%}
    {%- set lines = [rows ~ ' as crowd_rows'] -%}
    {%- set joins = [] -%}
    {%- for column in facts -%}
        {%- set position = loop.index0 -%}
        {%- set labels = 'labels_' ~ loop.index -%}
        {%- set nulls = column.raw_null_codes[0] is not none -%}
        {%- do joins.append(
            ('left' if nulls else 'inner') ~ ' join ' ~ dbt_crowd._search_table(place, labels) ~ ' as ' ~ labels
            ~ '\n    on source.' ~ dbt_crowd.quoted(policy.quasi_identifiers[position].name) ~ ' = ' ~ labels ~ '.crowd_raw'
        ) -%}
        {%- for level in range(column.min_level, column.levels | length) -%}
            {%- set code = dbt_crowd._search_code(labels, column, level) -%}
            {%- set stride = layout.columns[position].stride -%}
            {%- set code = 'cast(' ~ code ~ (' * ' ~ stride if stride != 1 else '') ~ ' as ' ~ code_type ~ ')' -%}
            {%- if layout.columns[position].codes[level] -%}
                {%- if level == column.min_level -%}
                    {%- do keys.append(code) -%}
                {%- endif -%}
                {%- do lines.append((code if level == column.min_level or not state.gather else 'min(' ~ code ~ ')') ~ ' as ' ~ dbt_crowd._search_name('code', position, level)) -%}
            {%- endif -%}
            {%- if layout.columns[position].shares[level] -%}
                {%- do lines.append(dbt_crowd._search_weight(labels, column, level, scan.rows, state.gather) ~ ' as ' ~ dbt_crowd._search_name('share', position, level)) -%}
            {%- endif -%}
        {%- endfor -%}
    {%- endfor -%}
    {%- for column in dbt_crowd.sensitive_columns(policy) -%}
        {%- set values = 'sensitive_' ~ column.number -%}
        {%- do keys.append(values ~ '.crowd_code') -%}
        {%- do lines.append(values ~ '.crowd_code as crowd_sensitive_' ~ column.number) -%}
        {%- do joins.append('left join ' ~ dbt_crowd._search_table(place, values) ~ ' as ' ~ values ~ '\n    on source.crowd_sensitive_' ~ column.number ~ ' = ' ~ values ~ '.crowd_value') -%}
    {%- endfor -%}
    {%- if policy.privacy_unit -%}
        {%- do keys.append('persons.crowd_number') -%}
        {%- do lines.append('cast(persons.crowd_number as ' ~ dbt.type_int() ~ ') as crowd_person') -%}
        {%- do joins.append('left join ' ~ dbt_crowd._search_table(place, 'persons') ~ ' as persons\n    on source.crowd_person = persons.crowd_person') -%}
    {%- endif -%}
    {%- set query -%}
select
    {{ lines | join(',\n    ') }}
from {{ dbt_crowd._search_table(place, 'combinations') }} as source
{{ joins | join('\n') }}
{%- if keys and state.gather %}
group by
    {{ keys | join(',\n    ') }}
{%- endif %}
    {%- endset -%}
    {%- do return(query) -%}
{% endmacro %}


{#- A label's code. NULL joins to nothing: its code is known already. -#}
{% macro _search_code(labels, column, level) %}
    {%- set code = labels ~ '.crowd_code_' ~ level -%}
    {%- if column.raw_null_codes[0] is none -%}
        {%- do return(code) -%}
    {%- endif -%}
    {%- do return('coalesce(' ~ code ~ ', ' ~ column.raw_null_codes[level] ~ ')') -%}
{% endmacro %}


{#- How many values of the domain the rows of a tuple could be, in all. -#}
{% macro _search_weight(labels, column, level, rows, gather) %}
    {%- set share = labels ~ '.crowd_share_' ~ level -%}
    {%- if column.raw_null_codes[0] is not none -%}
        {%- set share = 'coalesce(' ~ share ~ ', ' ~ column.raw_null_shares[level] ~ ')' -%}
    {%- endif -%}
    {%- do return(dbt_crowd._search_total('source.crowd_rows * ' ~ share, gather, rows * column.domain_size)) -%}
{% endmacro %}


{#- A count, summed where rows are gathered, of 32 bits where that holds what it can be at most. -#}
{% macro _search_total(count, gather, most) %}
    {%- set type = dbt.type_int() if most <= 2147483647 else dbt.type_bigint() -%}
    {%- do return('cast(' ~ ('sum(' ~ count ~ ')' if gather else count) ~ ' as ' ~ type ~ ')') -%}
{% endmacro %}


{% macro _search_name(kind, position, level) %}
    {%- do return(kind ~ '_' ~ (position + 1) ~ '_' ~ level) -%}
{% endmacro %}


{#- No person stands in two tuples: persons add up like rows, and need not be told apart any more. -#}
{% macro _search_gathered_query(coded, layout) %}
    {%- set codes = [] -%}
    {%- set sums = ['cast(count(crowd_person) as ' ~ dbt.type_int() ~ ') as crowd_persons', 'cast(sum(crowd_rows) as ' ~ dbt.type_bigint() ~ ') as crowd_rows'] -%}
    {%- for column in layout.columns -%}
        {%- set position = loop.index0 -%}
        {%- for level in range(column.codes | length) -%}
            {%- if column.codes[level] -%}
                {%- do codes.append(dbt_crowd._search_name('code', position, level)) -%}
            {%- endif -%}
            {%- if column.shares[level] -%}
                {%- set share = dbt_crowd._search_name('share', position, level) -%}
                {%- do sums.append('cast(sum(' ~ share ~ ') as ' ~ dbt.type_bigint() ~ ') as ' ~ share) -%}
            {%- endif -%}
        {%- endfor -%}
    {%- endfor -%}
    {%- set query -%}
select
    {{ (codes + sums) | join(',\n    ') }}
from {{ coded }}
{%- if codes %}
group by
    {{ codes | join(',\n    ') }}
{%- endif %}
    {%- endset -%}
    {%- do return(query) -%}
{% endmacro %}
