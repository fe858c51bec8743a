{#-
    The equivalence classes of every rung, one short select each: crowd_size in the unit of k, rows, sums of shares at
    the rung's levels and finer ones, and the class's codes where a later step needs them. This is rendered for every
    rung of a search, so that texts are made once and no macro is called in the loop.

    beside  what a class is split by besides, for criteria that look at sensitive values: it is `members` then
-#}
{% macro _measure_classes_cte(tuples, plan, k, rungs, wanted, entropy, wildcard, beside) %}
    {%- set closer = dbt_crowd._looks_closer(plan) -%}
    {%- set texts = dbt_crowd._measure_texts(plan, wanted, wildcard) -%}
    {%- set selects = [] -%}
    {%- for rung in rungs -%}
        {%- set number = loop.index -%}
        {%- set lines = [number ~ ' as crowd_rung'] + ([] if k is number else [k[loop.index0] ~ ' as crowd_k']) + texts.sizes -%}
        {%- for share in texts.shares -%}
            {%- do lines.append(share.summed if share.level <= rung[share.column] else share.none) -%}
        {%- endfor -%}
        {%- set keys = {} -%}
        {%- for levels in texts.columns -%}
            {%- set level = levels[rung[loop.index0]] -%}
            {%- if level.key -%}
                {%- do keys.update({level.part: (keys[level.part] ~ ' + ' if level.part in keys else '') ~ level.key}) -%}
            {%- endif -%}
            {%- do lines.extend(level.lines) -%}
        {%- endfor -%}
        {%- if closer or entropy or plan.unit == 'spread persons' -%}
            {%- do lines.extend(dbt_crowd._measure_key_lines(plan, rung) + beside) -%}
        {%- endif -%}
        {%- set grouped = (keys.values() | list) + beside -%}
        {%- do selects.append('select\n        ' ~ lines | join(',\n        ') ~ '\n    from ' ~ tuples ~ ('\n    group by ' ~ grouped | join(', ') if grouped else '')) -%}
    {%- endfor -%}
    {%- do return(('members' if closer else 'classes') ~ ' as (\n    ' ~ selects | join('\n    union all\n    ') ~ '\n)') -%}
{% endmacro %}


{#- What the selects are put together from: sizes; per share the line that sums it; per column and level its key and lines. -#}
{% macro _measure_texts(plan, wanted, wildcard) %}
    {%- set rows = dbt_crowd._bigint_sum('crowd_rows') -%}
    {%- set sizes = {'rows': rows, 'persons': dbt_crowd._bigint_sum('crowd_persons'), 'spread persons': 'count(distinct crowd_person)'} -%}
    {%- set size = [] if dbt_crowd._looks_closer(plan) else [sizes[plan.unit] ~ ' as crowd_size'] -%}
    {%- set shares = [] -%}
    {%- for pair in wanted -%}
        {%- set share = dbt_crowd._search_name('share', pair[0], pair[1]) -%}
        {%- do shares.append({'column': pair[0], 'level': pair[1], 'summed': dbt_crowd._bigint_sum(share) ~ ' as ' ~ share, 'none': '0 as ' ~ share}) -%}
    {%- endfor -%}
    {%- set columns = [] -%}
    {%- for column in plan.columns -%}
        {%- set number = loop.index -%}
        {%- set levels = [] -%}
        {%- for has_code in column.codes -%}
            {%- set code = dbt_crowd._search_name('code', number - 1, loop.index0) if has_code else '' -%}
            {%- set null_code = column.null_codes[loop.index0] -%}
            {%- set is_null = '0' if null_code is none else '1' if not code else 'case when min(' ~ code ~ ') = ' ~ null_code ~ ' then 1 else 0 end' -%}
            {%- set own = ('min(' ~ code ~ ')' if code else '0') ~ ' as crowd_code_' ~ number -%}
            {%- set lines = [own, is_null ~ ' as crowd_null_' ~ number] if wildcard else [] -%}
            {%- do levels.append({'part': column.part, 'key': code, 'lines': lines}) -%}
        {%- endfor -%}
        {%- do columns.append(levels) -%}
    {%- endfor -%}
    {%- do return({'sizes': size + [rows ~ ' as crowd_rows'], 'shares': shares, 'columns': columns}) -%}
{% endmacro %}


{#- A class's key, one per key column of the plan, where the tuples are joined to it again. -#}
{% macro _measure_key_lines(plan, rung) %}
    {%- set lines = [] -%}
    {%- for key in dbt_crowd._measure_keys(plan, rung) -%}
        {%- do lines.append(key ~ ' as crowd_key_' ~ loop.index) -%}
    {%- endfor -%}
    {%- do return(lines) -%}
{% endmacro %}


{#- The sum of codes that is a class's key, one per key column of the plan; 0 where nothing is left to tell apart. -#}
{% macro _measure_keys(plan, rung) %}
    {%- set keys = [] -%}
    {%- for codes in dbt_crowd._measure_key_parts(plan, rung, plan.columns | map(attribute='codes') | list) -%}
        {%- do keys.append(codes | join(' + ') or '0') -%}
    {%- endfor -%}
    {%- do return(keys) -%}
{% endmacro %}


{#- The columns of codes that tell classes apart at a rung, in a list per key column. `codes` says of each column and level whether it has one. -#}
{% macro _measure_key_parts(plan, rung, codes) %}
    {%- set parts = [] -%}
    {%- for column in plan.columns -%}
        {%- set level = rung[loop.index0] -%}
        {%- if column.part >= parts | length -%}
            {%- do parts.append([]) -%}
        {%- endif -%}
        {%- if codes[loop.index0][level] -%}
            {%- do parts[column.part].append(dbt_crowd._search_name('code', loop.index0, level)) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- do return(parts) -%}
{% endmacro %}


{% macro _bigint_sum(column) %}
    {%- do return('cast(sum(' ~ column ~ ') as ' ~ dbt.type_bigint() ~ ')') -%}
{% endmacro %}
