{#-
    What counts show, held against their members: CTEs that end in shown_figures, with how many rows and totals are not what
    the members add up to. It is there to find what published_counts_query does wrong, so that it shares nothing with it
    but what a measure means.
    shown      relation or '(query)' with what is, or would be, published
    protected  the tables of `crowd protect`, where totals are exact
-#}
{% macro _shown_ctes(policy, shown, protected) %}
    {%- set keys = dbt_crowd._quoted_names(dbt_crowd.cell_columns(policy)) -%}
    {%- set measures = policy.measures | selectattr('kind', 'in', ['count', 'persons', 'sum']) | list -%}
    {%- set totals = dbt_crowd.count_totals(policy.measures, policy.total_by, policy.totals) -%}
    {%- set lines = keys + ['crowd_rung'] -%}
    {%- for measure in measures -%}
        {%- do lines.append(dbt_crowd.quoted(measure.name) ~ ' as crowd_shown_' ~ loop.index) -%}
    {%- endfor -%}
    {%- for total in totals -%}
        {%- do lines.append(dbt_crowd.quoted(total.name) ~ ' as crowd_total_' ~ loop.index) -%}
    {%- endfor -%}
    {%- set ctes = ['shown as (\n    select\n        ' ~ lines | join(',\n        ') ~ '\n    from ' ~ shown ~ ' as published\n)'] -%}
    {%- set ctes = ctes + dbt_crowd._shown_cells_ctes(policy, keys, measures) -%}
    {%- set untrue = ['(select count(*) from shown_cells) + (select count(*) from recounted) - 2 * (select count(*) from borne_out)'] -%}
    {%- for names in policy.total_by -%}
        {%- set its = [] -%}
        {%- for total in totals if total.by == names -%}
            {%- do its.append({'measure': total.measure, 'place': measures.index(total.measure) + 1, 'shown': 'crowd_total_' ~ (totals.index(total) + 1)}) -%}
        {%- endfor -%}
        {%- if its -%}
            {%- do ctes.extend(dbt_crowd._shown_totals_ctes(policy, names, its, loop.index, protected)) -%}
            {%- do untrue.append('(select count(*) from margin_' ~ loop.index ~ '_untrue)') -%}
        {%- endif -%}
    {%- endfor -%}
    {%- do return(ctes + ['shown_figures as (\n    select\n        ' ~ untrue | join('\n        + ') ~ ' as crowd_rows_untrue\n)']) -%}
{% endmacro %}


{#- Each row that shows something, beside a new count of the members that are published there. -#}
{% macro _shown_cells_ctes(policy, keys, measures) %}
    {%- set shown = ['crowd_rung'] -%}
    {%- set lines = keys + ['crowd_rung', 'count(*) as crowd_times'] -%}
    {%- set recounted = keys + ['crowd_rung'] -%}
    {%- set same = ['shown_cells.crowd_times = 1'] -%}
    {%- for measure in measures -%}
        {%- set name = 'crowd_shown_' ~ loop.index -%}
        {%- do shown.append(name) -%}
        {%- do lines.append('min(' ~ name ~ ') as ' ~ name) -%}
        {%- do recounted.append(dbt_crowd._recounted(policy, measure) ~ ' as ' ~ name) -%}
        {%- do same.append(dbt_crowd._is_shown('shown_cells.' ~ name, measure, 'recounted.' ~ name)) -%}
    {%- endfor -%}
    {%- set grouped = (keys + ['crowd_rung']) | join(',\n        ') -%}
    {%- do return([
        'shown_cells as (\n    select\n        ' ~ lines | join(',\n        ') ~ '\n    from shown\n    where '
            ~ shown | join(' is not null or ') ~ ' is not null\n    group by\n        ' ~ grouped ~ '\n)',
        'recounted as (\n    select\n        ' ~ recounted | join(',\n        ') ~ '\n    from members\n    where crowd_rung is not null\n    group by\n        ' ~ grouped ~ '\n)',
        'borne_out as (\n    select shown_cells.crowd_rung\n    from shown_cells\n    inner join recounted\n        on shown_cells.crowd_rung = recounted.crowd_rung\n        and '
            ~ dbt_crowd._join_on('shown_cells', 'recounted', keys, '        ') ~ '\n    where\n        ' ~ same | join('\n        and ') ~ '\n)',
    ]) -%}
{% endmacro %}


{#-
    The rows that show a total of a margin which is not the true one: over what is published, or with exact totals over all
    cells, where a total may also be left out, and one that is withdrawn must be.
-#}
{% macro _shown_totals_ctes(policy, names, totals, number, protected) %}
    {%- set keys = dbt_crowd._quoted_names(names) -%}
    {%- set margin = 'margin_' ~ number -%}
    {%- set kinds = totals | map(attribute='measure.kind') | list -%}
    {%- set beside = (['_persons'] if 'persons' in kinds else []) + (['_withdrawn'] if protected is not none else []) -%}
    {%- set joins = [] -%}
    {%- for part in ([''] if kinds | reject('equalto', 'persons') | list else []) + beside -%}
        {%- set name = margin ~ part -%}
        {%- do joins.append('left join ' ~ name ~ '\n        on ' ~ dbt_crowd._join_on('shown', name, keys, '        ')) -%}
    {%- endfor -%}
    {%- set untrue = [] -%}
    {%- for total in totals -%}
        {%- set truth = margin ~ ('_persons' if total.measure.kind == 'persons' else '') ~ '.crowd_true_' ~ loop.index -%}
        {%- set is_true = dbt_crowd._is_shown('shown.' ~ total.shown, total.measure, truth) -%}
        {%- if protected is none -%}
            {%- do untrue.append('not ' ~ is_true) -%}
        {%- else -%}
            {%- do untrue.append('(shown.' ~ total.shown ~ ' is not null and (' ~ margin ~ '_withdrawn.crowd_withdrawn = 1 or ' ~ truth ~ ' is null or shown.' ~ total.shown ~ ' != ' ~ truth ~ '))') -%}
        {%- endif -%}
    {%- endfor -%}
    {%- set truth = dbt_crowd._true_totals_ctes(policy, names, totals, margin) if protected is none else dbt_crowd._exact_totals_ctes(policy, names, margin, number, protected) -%}
    {%- do return(truth + [margin ~ '_untrue as (\n    select shown.crowd_rung\n    from shown\n    ' ~ joins | join('\n    ') ~ '\n    where\n        ' ~ untrue | join('\n        or ') ~ '\n)']) -%}
{% endmacro %}


{#- The totals over what is published: of cells as they are rounded, and of persons counted again. -#}
{% macro _true_totals_ctes(policy, names, totals, margin) %}
    {%- set keys = dbt_crowd._quoted_names(names) -%}
    {%- set group_by = '\n    group by ' ~ keys | join(', ') if keys else '' -%}
    {%- set added = keys[:] -%}
    {%- set persons = keys[:] -%}
    {%- for total in totals -%}
        {%- set name = ' as crowd_true_' ~ loop.index -%}
        {%- if total.measure.kind == 'persons' -%}
            {%- do persons.append(dbt_crowd._rounded_whole(policy, 'count(distinct crowd_person)') ~ name) -%}
        {%- else -%}
            {%- do added.append('sum(crowd_shown_' ~ total.place ~ ')' ~ name) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- set ctes = [] -%}
    {%- if added | length > keys | length -%}
        {%- do ctes.append(margin ~ ' as (\n    select\n        ' ~ added | join(',\n        ') ~ '\n    from recounted' ~ group_by ~ '\n)') -%}
    {%- endif -%}
    {%- if persons | length > keys | length -%}
        {%- do ctes.append(margin ~ '_persons as (\n    select\n        ' ~ persons | join(',\n        ') ~ '\n    from members\n    where crowd_rung is not null' ~ group_by ~ '\n)') -%}
    {%- endif -%}
    {%- do return(ctes) -%}
{% endmacro %}


{#- The exact totals over all finest cells, and those that the certificate withdraws. -#}
{% macro _exact_totals_ctes(policy, names, margin, number, protected) %}
    {%- set labels = [] -%}
    {%- set finest = [] -%}
    {%- set withdrawn = [] -%}
    {%- for name in names -%}
        {%- set position = dbt_crowd.cell_columns(policy).index(name) + 1 -%}
        {%- do finest.append('crowd_finest_' ~ position) -%}
        {%- do labels.append('crowd_finest_' ~ position ~ ' as ' ~ dbt_crowd.quoted(name)) -%}
        {%- do withdrawn.append('crowd_label_' ~ position ~ ' as ' ~ dbt_crowd.quoted(name)) -%}
    {%- endfor -%}
    {%- set group_by = '\n    group by ' ~ finest | join(', ') if finest else '' -%}
    {%- set total = dbt_crowd._rounded_whole(policy, 'sum(crowd_rows)') ~ ' as crowd_true_1' -%}
    {%- do return([
        margin ~ ' as (\n    select\n        ' ~ (labels + [total]) | join(',\n        ') ~ '\n    from members' ~ group_by ~ '\n)',
        margin ~ '_withdrawn as (\n    select distinct\n        ' ~ (withdrawn + ['crowd_withdrawn']) | join(',\n        ') ~ '\n    from ' ~ protected.lines
            ~ '\n    where crowd_margin = ' ~ number ~ ' and crowd_withdrawn = 1\n)',
    ]) -%}
{% endmacro %}


{#- What a measure is of a group of members: an exact number, rounded where the policy rounds. -#}
{% macro _recounted(policy, measure) %}
    {%- if measure.kind == 'persons' -%}
        {%- do return(dbt_crowd._rounded_whole(policy, dbt_crowd._cell_persons())) -%}
    {%- elif measure.kind == 'count' -%}
        {%- do return(dbt_crowd._rounded_whole(policy, 'sum(crowd_rows)')) -%}
    {%- endif -%}
    {%- do return(dbt_crowd._rounded_sum(policy, 'sum(crowd_value_' ~ (dbt_crowd.measured_columns(policy).index(measure.column) + 1) ~ ')')) -%}
{% endmacro %}


{#- Whether a published number is the one that was counted. A sum is published as floating point, and is NULL where nothing was known. -#}
{% macro _is_shown(shown, measure, counted) %}
    {%- if measure.kind != 'sum' -%}
        {%- do return('coalesce(' ~ shown ~ ' = ' ~ counted ~ ', false)') -%}
    {%- endif -%}
    {%- set number = 'cast(' ~ counted ~ ' as ' ~ dbt_crowd.type_double() ~ ')' -%}
    {%- do return('(coalesce(' ~ shown ~ ' = ' ~ number ~ ', false) or (' ~ shown ~ ' is null and ' ~ counted ~ ' is null))') -%}
{% endmacro %}
