{#-
    The criteria beyond k, judged by the same macros as a release: over `members`, which are the records of every class
    by sensitive value and person. Ends in `verdicts`: the classes with crowd_fails_<n>, 1 or 0, for each criterion.
-#}
{% macro _measure_criteria_ctes(plan, classes, keys, rungs) %}
    {%- set grain = {'from': 'members', 'keys': ['crowd_rung'] + keys, 'persons': plan.unit != 'rows', 'rows': 'sum(crowd_rows)', 'codes': true, 'least': plan.unit == 'rows'} -%}
    {%- set ctes = dbt_crowd._measure_population_ctes(plan, rungs) if plan.population else [] -%}
    {%- for column in plan.sensitive if column.overall -%}
        {%- do ctes.append(
            'overall_' ~ column.number ~ ' as (\n    select\n        ' ~ column.overall | join(',\n        ') ~ '\n    from '
            ~ dbt_crowd._search_table(plan.table, 'overall') ~ '\n    where crowd_column = ' ~ column.number ~ '\n)'
        ) -%}
    {%- endfor -%}
    {%- set lines = [classes ~ '.*'] -%}
    {%- set joins = [] -%}
    {%- set asked = plan.criteria | rejectattr('criterion', 'equalto', 'risk') | list -%}
    {%- for criterion in asked -%}
        {%- set fails = 'fails_' ~ criterion.number -%}
        {%- set terms = [] -%}
        {%- for key in grain['keys'] -%}
            {%- do terms.append(classes ~ '.' ~ key ~ ' = ' ~ fails ~ '.' ~ key) -%}
        {%- endfor -%}
        {%- do lines.append('case when ' ~ fails ~ '.crowd_found = 1 then 1 else 0 end as crowd_' ~ fails) -%}
        {%- do joins.append('left join ' ~ fails ~ '\n        on ' ~ terms | join('\n        and ')) -%}
    {%- endfor -%}
    {%- if grain.least -%}
        {%- set least = ['0'] -%}
        {%- for criterion in asked if criterion.unmendable and not criterion.lasting -%}
            {%- do least.append('coalesce(fails_' ~ criterion.number ~ '.crowd_least, 0)') -%}
        {%- endfor -%}
        {%- do lines.append(('greatest(' ~ least | join(', ') ~ ')' if least | length > 1 else '0') ~ ' as crowd_least') -%}
    {%- endif -%}
    {%- set verdicts = 'verdicts as (\n    select\n        ' ~ lines | join(',\n        ') ~ '\n    from ' ~ classes ~ '\n    ' ~ joins | join('\n    ') ~ '\n)' -%}
    {%- set absent = dbt_crowd._measure_absent_ctes(keys) if dbt_crowd._asks_presence(plan) else [] -%}
    {%- do return(ctes + dbt_crowd.criteria_ctes(asked, grain) + absent + [verdicts]) -%}
{% endmacro %}


{#- `classes` out of `members`: the figures that _measure_classes_cte sums at once where nothing is asked beyond k. -#}
{% macro _measure_gathered_cte(plan, k, wanted, wildcard, keys) %}
    {%- set lines = ['crowd_rung'] + keys -%}
    {%- if k is not number -%}
        {%- do lines.append('min(crowd_k) as crowd_k') -%}
    {%- endif -%}
    {%- set rows = dbt_crowd._bigint_sum('crowd_rows') -%}
    {%- do lines.append((rows if plan.unit == 'rows' else 'count(distinct crowd_person)') ~ ' as crowd_size') -%}
    {%- do lines.append(rows ~ ' as crowd_rows') -%}
    {%- for pair in wanted -%}
        {%- set share = dbt_crowd._search_name('share', pair[0], pair[1]) -%}
        {%- do lines.append(dbt_crowd._bigint_sum(share) ~ ' as ' ~ share) -%}
    {%- endfor -%}
    {%- for column in plan.columns -%}
        {%- for name in ['crowd_code_' ~ loop.index, 'crowd_null_' ~ loop.index] if wildcard -%}
            {%- do lines.append('min(' ~ name ~ ') as ' ~ name) -%}
        {%- endfor -%}
    {%- endfor -%}
    {%- do return('classes as (\n    select\n        ' ~ lines | join(',\n        ') ~ '\n    from members\n    group by\n        ' ~ (['crowd_rung'] + keys) | join(',\n        ') ~ '\n)') -%}
{% endmacro %}


{#-
    When a class fails: what is asked in all, what no finer rung mends of it, and, beyond that, what some part of the class
    fails at every finer rung, a row of it at least, or the share that _fails_cte knows. Under `nulls: wildcard` a thin class
    fails that leans on no crowd which is kept; on no crowd at all, where other criteria may let go of one and not of its parts.
-#}
{% macro _measure_conditions(plan, thin, wildcard) %}
    {%- set terms = dbt_crowd._measure_terms(plan) -%}
    {%- set all_last = terms.all | length == terms.lasting | length -%}
    {%- set alone = thin ~ ' and crowd_agrees = 0' if wildcard else thin -%}
    {%- set fails = [thin ~ ' and crowd_agrees_kept = 0' if wildcard else thin] + terms.all -%}
    {%- do return({
        'fails': fails | join(' or '),
        'lasting': none if all_last else ([alone] + terms.lasting) | join(' or '),
        'unmendable': terms.unmendable | join(' or ') if plan.counts_parts else '',
    }) -%}
{% endmacro %}


{#- When a class breaks a criterion beyond k: any, one that no finer rung mends, one that some part of it breaks at every finer rung. -#}
{% macro _measure_terms(plan) %}
    {%- set terms = {'all': [], 'lasting': [], 'unmendable': []} -%}
    {%- for criterion in plan.criteria -%}
        {%- if criterion.criterion == 'risk' -%}
            {%- set term = 'crowd_size * ' ~ criterion.highest_ratio[0] ~ ' < ' ~ criterion.highest_ratio[1] -%}
        {%- else -%}
            {%- set term = 'crowd_fails_' ~ criterion.number ~ ' = 1' -%}
        {%- endif -%}
        {%- do terms.all.append(term) -%}
        {%- if criterion.lasting -%}
            {%- do terms.lasting.append(term) -%}
        {%- elif criterion.unmendable -%}
            {%- do terms.unmendable.append(term) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- do return(terms) -%}
{% endmacro %}


{#- 1 where what is left has too high a risk on average (classes for records), or too large a share of it is at risk. -#}
{% macro _measure_risk(risk, fails) %}
    {%- set terms = [] -%}
    {%- set kept = dbt_crowd._sum_where(fails, '0', 'crowd_size') -%}
    {%- if risk.average is defined -%}
        {%- do terms.append('sum(case when ' ~ fails ~ ' then 0 else 1 end) > ' ~ kept ~ ' * ' ~ (risk.average + 1e-9)) -%}
    {%- endif -%}
    {%- if risk.threshold is defined -%}
        {%- set at_risk = dbt_crowd._sum_where(fails ~ ' or ' ~ risk.threshold[1] ~ ' <= crowd_size * ' ~ risk.threshold[0], '0', 'crowd_size') -%}
        {%- do terms.append(at_risk ~ ' > ' ~ kept ~ ' * ' ~ (risk.share + 1e-9)) -%}
    {%- endif -%}
    {%- do return('case when ' ~ terms | join(' or ') ~ ' then 1 else 0 end') -%}
{% endmacro %}


{#- Whether a class of the population without a record in the input is a fault. -#}
{% macro _asks_presence(plan) %}
    {%- for criterion in plan.criteria if criterion.criterion == 'delta_presence' -%}
        {%- do return(criterion.ratios[0][0] > 0) -%}
    {%- endfor -%}
    {%- do return(false) -%}
{% endmacro %}
