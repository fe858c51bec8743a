{#-
    Under `nulls: wildcard` a thin class passes too when it agrees, wherever both have a value, with a class that is a
    crowd by itself. Comparing every pair would be quadratic; so each side takes on the patterns of NULL that the other
    side has, codes where either lacks a value are masked, and the two are joined by hashing. Ends in `judged`: whether a
    class agrees with a crowd, and with one that is kept.

    classes  the CTE with the classes
    broken   conditions by which a criterion beyond k takes a class away
-#}
{% macro _measure_wildcard_ctes(plan, least, classes, broken) %}
    {%- set nullable = dbt_crowd._nullable_columns(plan) -%}
    {%- set thin = 'crowd_size < ' ~ least -%}
    {%- set crowd = 'crowd_size >= ' ~ least -%}
    {%- set codes = [] -%}
    {%- for column in plan.columns -%}
        {%- do codes.append('crowd_code_' ~ loop.index) -%}
    {%- endfor -%}
    {%- set on_both = ['thin.crowd_rung = crowds.crowd_rung'] -%}
    {%- for column in plan.columns -%}
        {%- if loop.index in nullable -%}
            {%- do on_both.append('thin.crowd_null_' ~ loop.index ~ ' = crowds.crowd_other_null_' ~ loop.index) -%}
            {%- do on_both.append('thin.crowd_other_null_' ~ loop.index ~ ' = crowds.crowd_null_' ~ loop.index) -%}
            {%- do on_both.append('thin.crowd_masked_' ~ loop.index ~ ' = crowds.crowd_masked_' ~ loop.index) -%}
        {%- else -%}
            {%- do on_both.append('thin.crowd_code_' ~ loop.index ~ ' = crowds.crowd_code_' ~ loop.index) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- set on_class = [classes ~ '.crowd_rung = agreeing.crowd_rung'] -%}
    {%- for code in codes -%}
        {%- do on_class.append(classes ~ '.' ~ code ~ ' = agreeing.' ~ code) -%}
    {%- endfor -%}
    {%- set agreeing = 'thin.' ~ (['crowd_rung'] + codes) | join(',\n        thin.') -%}
    {%- do return([
        dbt_crowd._null_patterns_cte('crowd_patterns', classes, crowd, nullable),
        dbt_crowd._null_patterns_cte('thin_patterns', classes, thin, nullable),
        dbt_crowd._masked_classes_cte('thin', classes, thin, 'crowd_patterns', codes, nullable, []),
        dbt_crowd._masked_classes_cte('crowds', classes, crowd, 'thin_patterns', codes, nullable, broken),
        'agreeing as (\n    select\n        ' ~ agreeing ~ ',\n        max(crowds.crowd_kept) as crowd_kept\n    from thin\n    inner join crowds\n        on ' ~ on_both | join('\n        and ')
            ~ '\n    group by\n        ' ~ agreeing ~ '\n)',
        'judged as (\n    select\n        ' ~ classes ~ '.*,\n        case when agreeing.crowd_rung is null then 0 else 1 end as crowd_agrees,\n        coalesce(agreeing.crowd_kept, 0) as crowd_agrees_kept\n    from '
            ~ classes ~ '\n    left join agreeing\n        on '
            ~ on_class | join('\n        and ') ~ '\n)',
    ]) -%}
{% endmacro %}


{#- Numbers, from 1, of the columns that have NULL as a label at some level. -#}
{% macro _nullable_columns(plan) %}
    {%- set numbers = [] -%}
    {%- for column in plan.columns -%}
        {%- set codes = [] -%}
        {%- for code in column.null_codes if code is not none -%}
            {%- do codes.append(code) -%}
        {%- endfor -%}
        {%- if codes -%}
            {%- do numbers.append(loop.index) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- do return(numbers) -%}
{% endmacro %}


{#- Which columns are NULL together, among the classes of one kind. -#}
{% macro _null_patterns_cte(name, classes, kind, nullable) %}
    {%- set names = ['crowd_rung'] -%}
    {%- for number in nullable -%}
        {%- do names.append('crowd_null_' ~ number) -%}
    {%- endfor -%}
    {%- do return(name ~ ' as (\n    select distinct\n        ' ~ names | join(',\n        ') ~ '\n    from ' ~ classes ~ '\n    where ' ~ kind ~ '\n)') -%}
{% endmacro %}


{#- The classes of one kind, once per pattern of the other kind, with codes masked where either lacks a value. -#}
{% macro _masked_classes_cte(name, classes, kind, patterns, codes, nullable, broken) %}
    {%- set lines = [classes ~ '.crowd_rung', ('case when ' ~ broken | join(' or ') ~ ' then 0 else 1 end' if broken else '1') ~ ' as crowd_kept'] -%}
    {%- for code in codes -%}
        {%- do lines.append(classes ~ '.' ~ code) -%}
    {%- endfor -%}
    {%- for number in nullable -%}
        {%- set own = classes ~ '.crowd_null_' ~ number -%}
        {%- set other = patterns ~ '.crowd_null_' ~ number -%}
        {%- do lines.append(own) -%}
        {%- do lines.append(other ~ ' as crowd_other_null_' ~ number) -%}
        {%- do lines.append('case when ' ~ own ~ ' = 1 or ' ~ other ~ ' = 1 then 0 else ' ~ classes ~ '.crowd_code_' ~ number ~ ' end as crowd_masked_' ~ number) -%}
    {%- endfor -%}
    {%- do return(
        name ~ ' as (\n    select\n        ' ~ lines | join(',\n        ') ~ '\n    from ' ~ classes ~ '\n    inner join ' ~ patterns
        ~ '\n        on ' ~ classes ~ '.crowd_rung = ' ~ patterns ~ '.crowd_rung\n    where ' ~ kind ~ '\n)'
    ) -%}
{% endmacro %}
