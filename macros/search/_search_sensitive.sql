{#-
    What is sensitive, as codes. A table per column of its judged values, dropped again with all else that holds a value,
    and the table `overall`, which stays for the search: how each column that is compared with the whole input is
    distributed there. Returns what the plan says of them.
-#}
{% macro _search_sensitive(policy, place) %}
    {%- set columns = dbt_crowd.sensitive_columns(policy) -%}
    {%- set planned = [] -%}
    {%- for column in columns -%}
        {%- set table = dbt_crowd._search_table(place, 'sensitive_' ~ column.number) -%}
        {%- do dbt_crowd._search_run('create table ' ~ table ~ ' as\n' ~ dbt_crowd._search_values_query(place, column)) -%}
        {%- set fields = dbt_crowd._overall_fields([column]) | map(attribute='name') | list if column.compared else [] -%}
        {%- do planned.append({'number': column.number, 'overall': fields}) -%}
    {%- endfor -%}
    {%- set compared = columns | selectattr('compared') | list -%}
    {%- if compared -%}
        {%- do dbt_crowd._search_run('create table ' ~ dbt_crowd._search_table(place, 'overall') ~ ' as\n' ~ dbt_crowd._search_overall_query(policy, place, compared)) -%}
    {%- endif -%}
    {%- do return(planned) -%}
{% endmacro %}


{#- The values as numbers from 0; a missing value has none. -#}
{% macro _search_values_query(place, column) %}
    {%- set value = 'crowd_sensitive_' ~ column.number -%}
    {%- set query -%}
with judged as (
    select distinct {{ value }} as crowd_value
    from {{ dbt_crowd._search_table(place, 'combinations') }}
    where {{ value }} is not null
)

select
    crowd_value,
    cast(row_number() over (order by crowd_value) - 1 as {{ dbt.type_int() }}) as crowd_code
from judged
    {%- endset -%}
    {%- do return(query) -%}
{% endmacro %}


{#- As overall_ctes has it, with codes in place of values and of nodes. -#}
{% macro _search_overall_query(policy, place, columns) %}
    {%- set persons = true if policy.privacy_unit else false -%}
    {%- set ctes = dbt_crowd.overall_ctes(columns, dbt_crowd._search_table(place, 'combinations'), persons, 'sum(crowd_rows)') -%}
    {%- set selects = [] -%}
    {%- for column in columns -%}
        {%- set overall = 'overall_' ~ column.number -%}
        {%- set values = 'sensitive_' ~ column.number -%}
        {%- set own = dbt_crowd._overall_fields([column]) | map(attribute='name') | list -%}
        {%- set lines = [column.number ~ ' as crowd_column', values ~ '.crowd_code as crowd_value'] -%}
        {%- for field in dbt_crowd._overall_fields(columns) if field.name != 'crowd_value' -%}
            {%- set is_node = field.type == 'string' -%}
            {%- set source = overall ~ '.' ~ field.name -%}
            {%- set figure = 'null' if field.name not in own else 'dense_rank() over (order by ' ~ source ~ ')' if is_node else source -%}
            {%- do lines.append('cast(' ~ figure ~ ' as ' ~ dbt_crowd._log_type('bigint' if is_node else field.type) ~ ') as ' ~ field.name) -%}
        {%- endfor -%}
        {%- do selects.append(
            'select\n    ' ~ lines | join(',\n    ') ~ '\nfrom ' ~ overall ~ '\nleft join ' ~ dbt_crowd._search_table(place, values) ~ ' as ' ~ values
            ~ '\n    on ' ~ overall ~ '.crowd_value = ' ~ values ~ '.crowd_value'
        ) -%}
    {%- endfor -%}
    {%- do return('with ' ~ ctes | join(',\n\n') ~ '\n\n' ~ selects | join('\nunion all\n')) -%}
{% endmacro %}


{#- The columns of a scan that tell of what is sensitive, see _sensitive_lines. -#}
{% macro _search_sensitive_names(columns) %}
    {%- set names = [] -%}
    {%- for column in columns -%}
        {%- set name = 'crowd_sensitive_' ~ column.number -%}
        {%- do names.append(name) -%}
        {%- if column.by_number -%}
            {%- do names.append(name ~ '_order') -%}
        {%- endif -%}
        {%- for node in column.nodes -%}
            {%- do names.append(name ~ '_node_' ~ loop.index) -%}
        {%- endfor -%}
    {%- endfor -%}
    {%- do return(names) -%}
{% endmacro %}


{#- The criteria as the planner must take them: `lasting` where a row that fails at a rung fails at every finer one too. -#}
{% macro _search_criteria(policy, unit) %}
    {%- set planned = [] -%}
    {%- for criterion in dbt_crowd.criteria(policy)[1:] -%}
        {%- set spread = unit == 'spread persons' -%}
        {%- do criterion.update({
            'lasting': criterion.spread_monotone if spread else criterion.rows_monotone,
            'unmendable': criterion.spread_monotone if spread else criterion.classes_monotone,
        }) -%}
        {%- do planned.append(criterion) -%}
    {%- endfor -%}
    {%- do return(planned) -%}
{% endmacro %}


{#- What is asked of the release as a whole; it is no criterion of classes, and nothing is provable of it. -#}
{% macro _search_risk(policy) %}
    {%- set risk = policy.get('risk') or {} -%}
    {%- set told = {} -%}
    {%- if risk.get('average') -%}
        {%- do told.update({'average': risk.average}) -%}
    {%- endif -%}
    {%- if risk.get('at_risk') -%}
        {%- do told.update({'above': risk.at_risk.threshold, 'threshold': dbt_crowd._decimal_ratio(risk.at_risk.threshold), 'share': risk.at_risk.share}) -%}
    {%- endif -%}
    {%- do return(told) -%}
{% endmacro %}
