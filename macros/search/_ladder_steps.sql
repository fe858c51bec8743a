{#-
    Ladders as the tree of their beginnings: what the first rungs of several ladders serve is counted once. Rendered for
    every ladder of a search, so that texts are made once and no macro is called in the loops.

    {'steps': [{'number', 'before': the step before, `tuples` for the first, 'goes_on', and what _ladder_step gives}],
    'paths': steps of each ladder}
-#}
{% macro _ladder_tree(plan, ladders) %}
    {%- set texts = dbt_crowd._ladder_texts(plan) -%}
    {%- set steps = [] -%}
    {%- set known = {} -%}
    {%- set paths = [] -%}
    {%- for ladder in ladders -%}
        {%- set path = [] -%}
        {%- for rung in ladder -%}
            {%- set before = path[-1].number if path else 0 -%}
            {%- set name = before ~ ': ' ~ rung | join(' ') -%}
            {%- if before -%}
                {%- do path[-1].update({'goes_on': true}) -%}
            {%- endif -%}
            {%- if name not in known -%}
                {%- set step = dbt_crowd._ladder_step(texts, rung) -%}
                {%- do step.update({'number': steps | length + 1, 'before': 'left_' ~ before if before else 'tuples', 'goes_on': false}) -%}
                {%- do steps.append(step) -%}
                {%- do known.update({name: step}) -%}
            {%- endif -%}
            {%- do path.append(known[name]) -%}
        {%- endfor -%}
        {%- do paths.append(path) -%}
    {%- endfor -%}
    {%- do return({'steps': steps, 'paths': paths}) -%}
{% endmacro %}


{#-
    Per column and level: `code` and `share`, columns of the tuples, empty where all labels are one or have the same share;
    `constant`, the code where all labels are one; `null_code`, where NULL agrees with everything.
-#}
{% macro _ladder_texts(plan) %}
    {%- set columns = [] -%}
    {%- for column in plan.columns -%}
        {%- set number = loop.index -%}
        {%- set levels = [] -%}
        {%- for has_code in column.codes -%}
            {%- set level = loop.index0 -%}
            {%- do levels.append({
                'number': number,
                'part': column.part,
                'code': dbt_crowd._search_name('code', number - 1, level) if has_code else '',
                'constant': 0 if has_code else column.constants[level],
                'share': dbt_crowd._search_name('share', number - 1, level) if column.shares[level] else '',
                'same_share': column.same_shares[level],
                'null_code': column.null_codes[level] if has_code and plan.nulls == 'wildcard' else none,
            }) -%}
        {%- endfor -%}
        {%- do columns.append(levels) -%}
    {%- endfor -%}
    {%- do return(columns) -%}
{% endmacro %}


{#-
    What a rung is, in SQL over the tuples:

    keys       the sums of codes that are a class's keys
    published  per key what is to be added so that the same labels have the same key, whichever rung published them
    columns    what _ladder_texts says of each column's level
-#}
{% macro _ladder_step(texts, rung) %}
    {%- set codes = [] -%}
    {%- set published = [] -%}
    {%- set columns = [] -%}
    {%- for levels in texts -%}
        {%- set column = levels[rung[loop.index0]] -%}
        {%- do columns.append(column) -%}
        {%- if column.part >= codes | length -%}
            {%- do codes.append([]) -%}
            {%- do published.append(0) -%}
        {%- endif -%}
        {%- do published.append(published.pop() + column.constant) -%}
        {%- if column.code -%}
            {%- do codes[column.part].append(column.code) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- set keys = [] -%}
    {%- for part in codes -%}
        {%- do keys.append(part | join(' + ') or '0') -%}
    {%- endfor -%}
    {%- do return({'keys': keys, 'published': published, 'columns': columns}) -%}
{% endmacro %}
