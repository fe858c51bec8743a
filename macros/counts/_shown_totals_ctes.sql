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
