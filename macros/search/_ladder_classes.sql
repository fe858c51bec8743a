{#- How large a class of tuples is, in the unit of k. -#}
{% macro _ladder_size(plan) %}
    {%- if plan.unit == 'rows' -%}
        {%- do return(dbt_crowd._bigint_sum('crowd_rows')) -%}
    {%- elif plan.unit == 'persons' -%}
        {%- do return(dbt_crowd._bigint_sum('crowd_persons')) -%}
    {%- endif -%}
    {%- do return('count(distinct crowd_person)') -%}
{% endmacro %}


{#-
    What each column is at a rung: its number from 1; code and share, the tuples' columns, empty where all labels are one
    or have the same share; null_code, where NULL agrees with everything; constant, the code where all labels are one.
-#}
{% macro _ladder_columns(plan, rung) %}
    {%- set found = [] -%}
    {%- for column in plan.columns -%}
        {%- set level = rung[loop.index0] -%}
        {%- set has_code = column.codes[level] -%}
        {%- do found.append({
            'number': loop.index,
            'part': column.part,
            'code': dbt_crowd._search_name('code', loop.index0, level) if has_code else '',
            'constant': 0 if has_code else column.constants[level],
            'share': dbt_crowd._search_name('share', loop.index0, level) if column.shares[level] else '',
            'same_share': column.same_shares[level],
            'null_code': column.null_codes[level] if has_code and plan.nulls == 'wildcard' else none,
        }) -%}
    {%- endfor -%}
    {%- do return(found) -%}
{% endmacro %}


{#- A thin class and a crowd agree wherever both have a value. -#}
{% macro _ladder_agree(plan, rung) %}
    {%- set terms = [] -%}
    {%- for column in dbt_crowd._ladder_columns(plan, rung) if column.code -%}
        {%- set thin = 'thin.crowd_code_' ~ column.number -%}
        {%- set crowd = 'crowd.crowd_code_' ~ column.number -%}
        {%- set same = thin ~ ' = ' ~ crowd -%}
        {%- if column.null_code is none -%}
            {%- do terms.append(same) -%}
        {%- else -%}
            {%- do terms.append('(' ~ same ~ ' or ' ~ thin ~ ' = ' ~ column.null_code ~ ' or ' ~ crowd ~ ' = ' ~ column.null_code ~ ')') -%}
        {%- endif -%}
    {%- endfor -%}
    {%- do return(terms | join('\n        and ')) -%}
{% endmacro %}


{#- Which class of the published table a class of a rung is part of: the same key for the same labels, whichever rung published them. -#}
{% macro _ladder_published_keys(plan, step) %}
    {%- set constants = [] -%}
    {%- for column in dbt_crowd._ladder_columns(plan, step.rung) -%}
        {%- if column.part >= constants | length -%}
            {%- do constants.append(0) -%}
        {%- endif -%}
        {%- do constants.append(constants.pop() + column.constant) -%}
    {%- endfor -%}
    {%- set lines = [] -%}
    {%- for constant in constants -%}
        {%- set key = 'crowd_key_' ~ loop.index -%}
        {%- do lines.append('crowds_' ~ step.number ~ '.' ~ key ~ (' + ' ~ constant if constant else '') ~ ' as ' ~ key) -%}
    {%- endfor -%}
    {%- do return(lines) -%}
{% endmacro %}


{#-
    `served`: what the rungs of every ladder serve, with the ladder as crowd_rung and the rung's place as crowd_place. Of
    classes where they add up, else of the tuples in them, with person and sensitive values.
-#}
{% macro _ladder_served_cte(plan, tree, beside) %}
    {%- set selects = [] -%}
    {%- for path in tree.paths -%}
        {%- set ladder = loop.index -%}
        {%- for number in path -%}
            {%- set step = tree.steps[number - 1] -%}
            {%- set crowds = 'crowds_' ~ number -%}
            {%- set source = dbt_crowd._ladder_left(step.before) if beside else crowds -%}
            {%- set lines = [ladder ~ ' as crowd_rung', loop.index ~ ' as crowd_place'] + dbt_crowd._ladder_published_keys(plan, step) -%}
            {%- set lines = lines + (dbt_crowd._qualified(source, beside) or [crowds ~ '.crowd_size']) + [source ~ '.crowd_rows'] -%}
            {%- for column in dbt_crowd._ladder_columns(plan, step.rung) -%}
                {%- set lost = source ~ '.' ~ (column.share if beside else 'crowd_lost_' ~ column.number) if column.share else source ~ '.crowd_rows * ' ~ column.same_share -%}
                {%- do lines.append(lost ~ ' as crowd_lost_' ~ column.number) -%}
            {%- endfor -%}
            {%- set join = '\n    inner join ' ~ crowds ~ '\n        on ' ~ dbt_crowd._ladder_on_class(plan, step) if beside else '' -%}
            {%- do selects.append('select\n        ' ~ lines | join(',\n        ') ~ '\n    from ' ~ source ~ join) -%}
        {%- endfor -%}
    {%- endfor -%}
    {%- do return(('members' if beside else 'served') ~ ' as (\n    ' ~ selects | join('\n    union all\n    ') ~ '\n)') -%}
{% endmacro %}


{#- The published classes, those of equal labels from several rungs as one. -#}
{% macro _ladder_classes_cte(plan, keys, beside, places) %}
    {%- set lines = ['crowd_rung'] + keys -%}
    {%- set size = 'count(distinct crowd_person)' if 'crowd_person' in beside else dbt_crowd._bigint_sum('crowd_rows' if beside else 'crowd_size') -%}
    {%- do lines.extend([size ~ ' as crowd_size', dbt_crowd._bigint_sum('crowd_rows') ~ ' as crowd_rows']) -%}
    {%- for column in plan.columns -%}
        {%- do lines.append(dbt_crowd._bigint_sum('crowd_lost_' ~ loop.index) ~ ' as crowd_lost_' ~ loop.index) -%}
    {%- endfor -%}
    {%- for place in range(1, places + 1) -%}
        {%- do lines.append(dbt_crowd._sum_where('crowd_place = ' ~ place, 'crowd_rows') ~ ' as crowd_served_' ~ place) -%}
    {%- endfor -%}
    {%- do return(
        'classes as (\n    select\n        ' ~ lines | join(',\n        ') ~ '\n    from ' ~ ('members' if beside else 'served')
        ~ '\n    group by\n        ' ~ (['crowd_rung'] + keys) | join(',\n        ') ~ '\n)'
    ) -%}
{% endmacro %}
