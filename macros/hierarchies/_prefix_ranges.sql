{#-
    The ranges of one level of groups of prefixes, in order: [{'start', 'end', 'last', 'label'}]. A range is half-open:
    `A00-B99` runs up to, and without, its end C00. Where nothing follows, end is none and last the last prefix.
-#}
{% macro _prefix_ranges(groups) %}
    {%- set ranges = [] -%}
    {%- for label, members in groups.items() -%}
        {%- for member in members -%}
            {%- set bounds = member.split('-') -%}
            {%- do ranges.append({'start': bounds[0], 'last': bounds | last, 'end': dbt_crowd._prefix_after(bounds | last), 'label': label}) -%}
        {%- endfor -%}
    {%- endfor -%}
    {%- do return(ranges | sort(attribute='start')) -%}
{% endmacro %}


{#- The prefix after one, counting digits and letters each in their own place: 010 after 009, C00 after B99; none after 999. -#}
{% macro _prefix_after(prefix) %}
    {%- set counting = '01234567890ABCDEFGHIJKLMNOPQRSTUVWXYZA' -%}
    {%- set state = namespace(text='', carry=true) -%}
    {%- for character in prefix | list | reverse -%}
        {%- if state.carry -%}
            {%- set place = counting.split(character)[0] | length -%}
            {%- set state.text = counting[place + 1:place + 2] ~ state.text -%}
            {%- set state.carry = character in ['9', 'Z'] -%}
        {%- else -%}
            {%- set state.text = character ~ state.text -%}
        {%- endif -%}
    {%- endfor -%}
    {%- do return(none if state.carry else state.text) -%}
{% endmacro %}


{#- Whether a prefix is in one of the ranges; ranges that follow each other are told as one. -#}
{% macro _prefix_in_ranges(prefix, ranges) %}
    {%- set stretches = [] -%}
    {%- set state = namespace(start=none, previous=none) -%}
    {%- for span in ranges -%}
        {%- if state.previous is not none and state.previous.end != span.start -%}
            {%- do stretches.append(dbt_crowd._prefix_between(prefix, state.start, state.previous)) -%}
        {%- endif -%}
        {%- if state.previous is none or state.previous.end != span.start -%}
            {%- set state.start = span.start -%}
        {%- endif -%}
        {%- set state.previous = span -%}
    {%- endfor -%}
    {%- do stretches.append(dbt_crowd._prefix_between(prefix, state.start, state.previous)) -%}
    {%- if stretches | length == 1 -%}
        {%- do return(stretches[0]) -%}
    {%- endif -%}
    {%- do return('(\n            ' ~ stretches | join('\n            or ') ~ '\n        )') -%}
{% endmacro %}


{% macro _prefix_between(prefix, start, last_range) %}
    {%- if last_range.end is none -%}
        {%- do return(prefix ~ ' between ' ~ dbt_crowd.sql_text(start) ~ ' and ' ~ dbt_crowd.sql_text(last_range.last)) -%}
    {%- endif -%}
    {%- do return(prefix ~ ' >= ' ~ dbt_crowd.sql_text(start) ~ ' and ' ~ dbt_crowd._prefix_before_end(prefix, last_range)) -%}
{% endmacro %}


{% macro _prefix_before_end(prefix, span) %}
    {%- if span.end is none -%}
        {%- do return(prefix ~ ' <= ' ~ dbt_crowd.sql_text(span.last)) -%}
    {%- endif -%}
    {%- do return(prefix ~ ' < ' ~ dbt_crowd.sql_text(span.end)) -%}
{% endmacro %}


{#- The label of a covered prefix at one level of groups: the first range, in order, that it comes before the end of. -#}
{% macro _prefix_group_label(levels, index, prefix) %}
    {%- set labels = dbt_crowd._group_ancestors(levels, index) -%}
    {%- set branches = [] -%}
    {%- for span in dbt_crowd._prefix_ranges(levels[0]) -%}
        {%- do branches.append([dbt_crowd._prefix_before_end(prefix, span), dbt_crowd.sql_text(labels[span.label])]) -%}
    {%- endfor -%}
    {%- do return(dbt_crowd._case(branches, none)) -%}
{% endmacro %}


{#- Each label of the first of several levels of groups, with the label that stands for it at another. -#}
{% macro _group_ancestors(levels, index) %}
    {%- set state = namespace(labels={}) -%}
    {%- for label in levels[0] -%}
        {%- do state.labels.update({label: label}) -%}
    {%- endfor -%}
    {%- for level in levels[1:index + 1] -%}
        {%- set above = {} -%}
        {%- for label, members in level.items() -%}
            {%- for member in members -%}
                {%- do above.update({member: label}) -%}
            {%- endfor -%}
        {%- endfor -%}
        {%- set climbed = {} -%}
        {%- for leaf, label in state.labels.items() -%}
            {%- do climbed.update({leaf: above[label]}) -%}
        {%- endfor -%}
        {%- set state.labels = climbed -%}
    {%- endfor -%}
    {%- do return(state.labels) -%}
{% endmacro %}
