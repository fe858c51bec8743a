{#-
    Codes cut to their first characters, with stars for what is cut off, and coarser groups of the shortest prefix.
    lengths     how many characters each level keeps, finest first
    names       what these levels are called, instead of `3 digits`
    mask        false leaves the stars out
    pad_to      shorter values get zeros in front up to this length, for numbers that lost them
    matches     a regular expression; a value that it does not match is not covered
    fold        label to the shortest prefixes that become it at every level
    groups      further levels, each label to its prefixes and ranges of prefixes, or to labels of the level below
-#}
{% macro _prefix_levels(hierarchy) %}
    {%- set levels = [] -%}
    {%- for length in hierarchy.lengths -%}
        {%- do levels.append(hierarchy.names[loop.index0] if hierarchy.get('names') else length ~ ' ' ~ (hierarchy.get('unit') or 'characters')) -%}
    {%- endfor -%}
    {%- do return(levels + (hierarchy.get('groups') or {}).keys() | list + ['*']) -%}
{% endmacro %}


{% macro _prefix_expressions(hierarchy, column) %}
    {%- set text = dbt_crowd._trimmed_text(column, hierarchy.get('case')) -%}
    {%- set code = dbt_crowd.left_pad(text, hierarchy.pad_to) if hierarchy.get('pad_to') else text -%}
    {%- set prefix = dbt_crowd.left_text(code, hierarchy.lengths | last) -%}
    {%- set groups = (hierarchy.get('groups') or {}).values() | list -%}
    {%- set conditions = [dbt_crowd.left_text(text, 1) ~ " not in ('', '*')"] -%}
    {%- if hierarchy.get('matches') -%}
        {%- do conditions.append(dbt_crowd._over_lines(dbt_crowd.regex_matches(code, hierarchy.matches), code)) -%}
    {%- endif -%}
    {%- if groups -%}
        {%- do conditions.append(dbt_crowd._prefix_in_ranges(prefix, dbt_crowd._prefix_ranges(groups[0]))) -%}
    {%- endif -%}
    {%- set labels = [] -%}
    {%- for length in hierarchy.lengths -%}
        {%- set stars = '*' * (hierarchy.lengths[0] - length) if not hierarchy.get('mask') == false else '' -%}
        {%- set cut = dbt_crowd.left_text(code, length) -%}
        {%- set cut = cut if dbt_crowd._is_without_blanks(hierarchy.get('matches')) else dbt_crowd.trimmed(cut) -%}
        {%- do labels.append(cut ~ (" || '" ~ stars ~ "'" if stars else '')) -%}
    {%- endfor -%}
    {%- for level in groups -%}
        {%- do labels.append(dbt_crowd._prefix_group_label(groups, loop.index0, prefix)) -%}
    {%- endfor -%}
    {%- set expressions = [] -%}
    {%- for label in labels -%}
        {%- set label = dbt_crowd._folded(hierarchy.get('fold') or {}, prefix, label) -%}
        {%- do expressions.append(dbt_crowd._label_case([[conditions | join('\n        and '), label]], text)) -%}
    {%- endfor -%}
    {%- do return(expressions + ["'*'"]) -%}
{% endmacro %}


{#- A function of a long text, with its arguments on lines of their own. -#}
{% macro _over_lines(call, text) %}
    {%- if text | length < 100 or '(' ~ text ~ ', ' not in call or call[-1:] != ')' -%}
        {%- do return(call) -%}
    {%- endif -%}
    {%- do return(call[:-1] | replace('(' ~ text ~ ', ', '(\n            ' ~ text ~ ',\n            ') ~ '\n        )') -%}
{% endmacro %}


{#- Whether no text with a blank in it can match a regular expression: it has no blank, no dot but [.], no escape and no [^. -#}
{% macro _is_without_blanks(pattern) %}
    {%- for character in ((pattern or '.').replace('[.]', '')[1:]) | list -%}
        {%- if character not in '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz[]{}()?*+,$-' -%}
            {%- do return(false) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- do return(pattern is string and pattern[:1] == '^' and pattern[-1:] == '$') -%}
{% endmacro %}


{#- A label, but for the prefixes that are folded into one. -#}
{% macro _folded(fold, prefix, label) %}
    {%- set branches = [] -%}
    {%- for folded, prefixes in fold.items() -%}
        {%- do branches.append([dbt_crowd._is_in(prefix, prefixes), dbt_crowd.sql_text(folded)]) -%}
    {%- endfor -%}
    {%- do return(dbt_crowd._case(branches, label)) -%}
{% endmacro %}
