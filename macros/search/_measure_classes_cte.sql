{#-
    The equivalence classes of every rung, one short select each: crowd_size in the unit of k, rows, sums of shares at
    the rung's levels and finer ones, and the class's codes where a later step needs them.
-#}
{% macro _measure_classes_cte(tuples, plan, rungs, wanted, entropy, wildcard) %}
    {%- set selects = [] -%}
    {%- for rung in rungs -%}
        {%- do selects.append(dbt_crowd._measure_class_select(tuples, plan, rung, loop.index, wanted, entropy, wildcard)) -%}
    {%- endfor -%}
    {%- do return('classes as (\n    ' ~ selects | join('\n    union all\n    ') ~ '\n)') -%}
{% endmacro %}


{% macro _measure_class_select(tuples, plan, rung, number, wanted, entropy, wildcard) %}
    {%- set keys = dbt_crowd._measure_keys(plan, rung) -%}
    {%- set rows = dbt_crowd._bigint_sum('crowd_rows') -%}
    {%- if plan.unit == 'rows' -%}
        {%- set size = rows -%}
    {%- elif plan.unit == 'persons' -%}
        {%- set size = dbt_crowd._bigint_sum('crowd_persons') -%}
    {%- else -%}
        {%- set size = 'count(distinct crowd_person)' -%}
    {%- endif -%}
    {%- set lines = [number ~ ' as crowd_rung', size ~ ' as crowd_size', rows ~ ' as crowd_rows'] -%}
    {%- for pair in wanted -%}
        {%- set share = dbt_crowd._search_name('share', pair[0], pair[1]) -%}
        {%- do lines.append((dbt_crowd._bigint_sum(share) if pair[1] <= rung[pair[0]] else '0') ~ ' as ' ~ share) -%}
    {%- endfor -%}
    {%- if plan.unit == 'spread persons' -%}
        {%- for key in keys -%}
            {%- do lines.append((key or '0') ~ ' as crowd_key_' ~ loop.index) -%}
        {%- endfor -%}
    {%- endif -%}
    {%- if entropy or wildcard -%}
        {%- for column in plan.columns -%}
            {%- set level = rung[loop.index0] -%}
            {%- set code = dbt_crowd._search_name('code', loop.index0, level) if column.codes[level] else none -%}
            {%- do lines.append(('min(' ~ code ~ ')' if code else '0') ~ ' as crowd_code_' ~ loop.index) -%}
            {%- if wildcard -%}
                {%- set null_code = column.null_codes[level] -%}
                {%- set is_null = '0' if null_code is none else '1' if not code else 'case when min(' ~ code ~ ') = ' ~ null_code ~ ' then 1 else 0 end' -%}
                {%- do lines.append(is_null ~ ' as crowd_null_' ~ loop.index) -%}
            {%- endif -%}
        {%- endfor -%}
    {%- endif -%}
    {%- set used = keys | select | list -%}
    {%- do return('select\n        ' ~ lines | join(',\n        ') ~ '\n    from ' ~ tuples ~ ('\n    group by ' ~ used | join(', ') if used else '')) -%}
{% endmacro %}


{#- The sum of codes that is a class's key, one per key column of the plan; '' where nothing is left to tell apart. -#}
{% macro _measure_keys(plan, rung) %}
    {%- set parts = [[]] -%}
    {%- for column in plan.columns -%}
        {%- if column.part >= parts | length -%}
            {%- do parts.append([]) -%}
        {%- endif -%}
        {%- if column.codes[rung[loop.index0]] -%}
            {%- do parts[-1].append(dbt_crowd._search_name('code', loop.index0, rung[loop.index0])) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- set keys = [] -%}
    {%- for codes in parts -%}
        {%- do keys.append(codes | join(' + ')) -%}
    {%- endfor -%}
    {%- do return(keys) -%}
{% endmacro %}


{% macro _bigint_sum(column) %}
    {%- do return('cast(sum(' ~ column ~ ') as ' ~ dbt.type_bigint() ~ ')') -%}
{% endmacro %}
