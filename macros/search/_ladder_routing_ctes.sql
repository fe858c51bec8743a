{#-
    Three CTEs a place, as a release routes, for all ladders of a tree at once: `routed_<n>`, the tuples that reach a rung,
    with their class's key there; `crowds_<n>`, the classes that are crowds; `left_<n>`, the tuples that go on, where a
    place follows. A ladder is rows of `rungs`, so that a hundred ladders are no longer a text than one.

    beside  columns of the tuples that members of a class are told apart by
-#}
{% macro _ladder_routing_ctes(plan, k, tree, beside=[]) %}
    {%- set levels = dbt_crowd._ladder_levels(tree, plan) -%}
    {%- set keys = dbt_crowd._measure_key_names(plan) -%}
    {%- set lines = dbt_crowd._ladder_routed_lines(plan, levels, beside) -%}
    {%- set ctes = [] -%}
    {%- for nodes in tree.places -%}
        {%- set source = dbt_crowd._ladder_source(loop.index) -%}
        {%- do ctes.append('routed_' ~ loop.index ~ ' as (\n    select\n        ' ~ lines | join(',\n        ') ~ '\n    from ' ~ source ~ '\n)') -%}
        {%- do ctes.extend(dbt_crowd._ladder_crowds_ctes(plan, k, loop.index, keys, levels)) -%}
        {%- if not loop.last -%}
            {%- do ctes.append(
                'left_' ~ loop.index ~ ' as (\n    select\n        routed_' ~ loop.index ~ '.crowd_node,\n        routed_' ~ loop.index ~ '.crowd_tuple\n    from routed_'
                ~ loop.index ~ '\n    left join crowds_' ~ loop.index ~ '\n        on ' ~ dbt_crowd._ladder_on_class(loop.index, keys)
                ~ '\n    where crowds_' ~ loop.index ~ '.crowd_node is null\n)'
            ) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- do return(ctes) -%}
{% endmacro %}


{#- What reaches the rungs of a place: all tuples the first, later ones what the rung before has left. -#}
{% macro _ladder_source(place) %}
    {%- if place == 1 -%}
        {%- do return('tuples\n    inner join rungs\n        on rungs.crowd_after = 0') -%}
    {%- endif -%}
    {%- set before = 'left_' ~ (place - 1) -%}
    {%- do return(
        before ~ '\n    inner join tuples\n        on ' ~ before ~ '.crowd_tuple = tuples.crowd_tuple\n    inner join rungs\n        on ' ~ before ~ '.crowd_node = rungs.crowd_after'
    ) -%}
{% endmacro %}


{% macro _ladder_on_class(place, keys) %}
    {%- set terms = [] -%}
    {%- for name in ['crowd_node'] + keys -%}
        {%- do terms.append('routed_' ~ place ~ '.' ~ name ~ ' = crowds_' ~ place ~ '.' ~ name) -%}
    {%- endfor -%}
    {%- do return(terms | join('\n        and ')) -%}
{% endmacro %}


{#-
    The columns of `routed_<n>`: the node, the tuple, its class's keys, its counts, and per column how many values of the
    domain its rows' labels stand for. The same labels have the same key, whichever rung publishes them.
-#}
{% macro _ladder_routed_lines(plan, levels, beside) %}
    {%- set keys = [] -%}
    {%- set codes = [] -%}
    {%- set lost = [] -%}
    {%- for column in plan.columns -%}
        {%- if column.part >= keys | length -%}
            {%- do keys.append([]) -%}
        {%- endif -%}
        {%- do keys[column.part].append(dbt_crowd._by_level(loop.index, levels[loop.index0].codes)) -%}
        {%- do lost.append(dbt_crowd._by_level(loop.index, levels[loop.index0].lost) ~ ' as crowd_lost_' ~ loop.index) -%}
        {%- if plan.nulls == 'wildcard' -%}
            {%- do codes.append(dbt_crowd._by_level(loop.index, levels[loop.index0].labels) ~ ' as crowd_value_' ~ loop.index) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- set lines = ['rungs.crowd_node', 'tuples.crowd_tuple'] -%}
    {%- for key in keys -%}
        {%- do lines.append(key | join('\n        + ') ~ ' as crowd_key_' ~ loop.index) -%}
    {%- endfor -%}
    {%- set counts = {'rows': ['crowd_rows'], 'persons': ['crowd_persons', 'crowd_rows']}.get(plan.unit, ['crowd_person', 'crowd_rows']) -%}
    {%- for name in counts + (beside | reject('in', counts) | list) -%}
        {%- do lines.append('tuples.' ~ name) -%}
    {%- endfor -%}
    {%- do return(lines + lost + codes) -%}
{% endmacro %}


{#- Per column what stands for a level: {'codes', 'lost', 'labels': the code, NULL where it agrees with everything}, by the levels in use. -#}
{% macro _ladder_levels(tree, plan) %}
    {%- set columns = [] -%}
    {%- for column in plan.columns -%}
        {%- set number = loop.index0 -%}
        {%- set texts = {'codes': {}, 'lost': {}, 'labels': {}} -%}
        {%- for node in tree.places | sum(start=[]) if node.rung[number] not in texts.codes -%}
            {%- set level = node.rung[number] -%}
            {%- set code = 'tuples.' ~ dbt_crowd._search_name('code', number, level) if column.codes[level] else column.constants[level] | string -%}
            {%- set share = column.same_shares[level] -%}
            {%- set null_code = column.null_codes[level] if column.codes[level] else none -%}
            {%- do texts.codes.update({level: code}) -%}
            {%- do texts.lost.update({level: 'tuples.' ~ dbt_crowd._search_name('share', number, level) if column.shares[level] else 'tuples.crowd_rows * ' ~ share if share != 1 else 'tuples.crowd_rows'}) -%}
            {%- do texts.labels.update({level: code if null_code is none else 'nullif(' ~ code ~ ', ' ~ null_code ~ ')'}) -%}
        {%- endfor -%}
        {%- do columns.append(texts) -%}
    {%- endfor -%}
    {%- do return(columns) -%}
{% endmacro %}


{#- A column's text at the level that the rung has. -#}
{% macro _by_level(number, texts) %}
    {%- if texts.values() | unique | list | length == 1 -%}
        {%- do return(texts.values() | first) -%}
    {%- endif -%}
    {%- set cases = [] -%}
    {%- for level in texts | sort -%}
        {%- do cases.append('when ' ~ level ~ ' then ' ~ texts[level]) -%}
    {%- endfor -%}
    {%- do return('case rungs.level_' ~ number ~ ' ' ~ cases | join(' ') ~ ' end') -%}
{% endmacro %}


{#-
    The classes of a place that are crowds. Under `nulls: wildcard` a thin class is served too when it agrees, wherever both
    have a value, with one that is a crowd by itself.
-#}
{% macro _ladder_crowds_ctes(plan, k, place, keys, levels) %}
    {%- set size = dbt_crowd._ladder_size(plan) -%}
    {%- set lines = ['crowd_node'] + keys + [size ~ ' as crowd_size', dbt_crowd._bigint_sum('crowd_rows') ~ ' as crowd_rows'] -%}
    {%- set agree = ['thin.crowd_node = crowd.crowd_node'] -%}
    {%- set values = [] -%}
    {%- for column in plan.columns -%}
        {%- do lines.append(dbt_crowd._bigint_sum('crowd_lost_' ~ loop.index) ~ ' as crowd_lost_' ~ loop.index) -%}
        {%- set value = 'crowd_value_' ~ loop.index -%}
        {%- do values.append('min(' ~ value ~ ') as ' ~ value) -%}
        {%- do agree.append('(thin.' ~ value ~ ' = crowd.' ~ value ~ ' or thin.' ~ value ~ ' is null or crowd.' ~ value ~ ' is null)') -%}
    {%- endfor -%}
    {%- set grouped = '\n    from routed_' ~ place ~ '\n    group by\n        ' ~ (['crowd_node'] + keys) | join(',\n        ') -%}
    {%- set crowds = 'crowds_' ~ place -%}
    {%- if plan.nulls != 'wildcard' -%}
        {%- set enough = dbt_crowd._ladder_size(plan, 'routed_' ~ place ~ '.') -%}
        {%- do return([crowds ~ ' as (\n    select\n        ' ~ lines | join(',\n        ') ~ grouped ~ '\n    having ' ~ enough ~ ' >= ' ~ k ~ '\n)']) -%}
    {%- endif -%}
    {%- set classes = 'classes_' ~ place -%}
    {%- do return([
        classes ~ ' as (\n    select\n        ' ~ (lines + values) | join(',\n        ') ~ grouped ~ '\n)',
        crowds ~ ' as (\n    select *\n    from ' ~ classes ~ '\n    where crowd_size >= ' ~ k ~ '\n    union all\n    select distinct thin.*\n    from ' ~ classes
        ~ ' as thin\n    inner join ' ~ classes ~ ' as crowd\n        on ' ~ agree | join('\n        and ') ~ '\n    where thin.crowd_size < ' ~ k ~ ' and crowd.crowd_size >= ' ~ k ~ '\n)',
    ]) -%}
{% endmacro %}


{#- How large a class of tuples is, in the unit of k. `origin` is the relation that the columns are of, and a point: in a HAVING a bare name may be an alias. -#}
{% macro _ladder_size(plan, origin='') %}
    {%- if plan.unit == 'rows' -%}
        {%- do return(dbt_crowd._bigint_sum(origin ~ 'crowd_rows')) -%}
    {%- elif plan.unit == 'persons' -%}
        {%- do return(dbt_crowd._bigint_sum(origin ~ 'crowd_persons')) -%}
    {%- endif -%}
    {%- do return('count(distinct ' ~ origin ~ 'crowd_person)') -%}
{% endmacro %}
