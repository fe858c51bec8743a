{#- What a row of the schema asks of a value, as the end of a sentence: `k must be` + this. -#}
{% macro _policy_rule(row) %}
    {%- set allowed = row.allowed or {} -%}
    {%- set ranges = [] -%}
    {%- if allowed is mapping -%}
        {%- if 'min' in allowed and 'max' in allowed -%}
            {%- do ranges.append(' from ' ~ allowed.min ~ ' to ' ~ allowed.max) -%}
        {%- elif 'min' in allowed -%}
            {%- do ranges.append(' of at least ' ~ allowed.min) -%}
        {%- elif 'above' in allowed and 'max' in allowed -%}
            {%- do ranges.append(' above ' ~ allowed.above ~ ' and at most ' ~ allowed.max) -%}
        {%- elif 'above' in allowed -%}
            {%- do ranges.append(' above ' ~ allowed.above) -%}
        {%- endif -%}
    {%- endif -%}
    {%- set range_text = ranges | join -%}
    {%- do return({
        'whole': 'a whole number' ~ range_text,
        'number': 'a number' ~ range_text,
        'wholes': 'a list of whole numbers' ~ range_text,
        'numbers': 'a list of numbers' ~ range_text,
        'boolean': 'true or false',
        'choice': 'one of ' ~ (row.allowed or []) | join(', '),
        'text': 'text',
        'date': 'a date in quotes, such as "2026-01-01"',
        'column': 'the name of a column',
        'names': 'a list of different names, each of them text',
        'settings': 'a mapping of at least one setting',
        'renames': 'a mapping of quasi-identifier to a column of the population, all different',
        'bounds': 'a list of two numbers from 0 to 1, the lower first',
        'order': 'text, numeric, or a list of the different values in order, each of them text',
        'lists': 'a mapping of label to a list, all of it text',
        'groups': 'a mapping of level to groups, each a mapping of label to the list of labels below it, all of them text',
        'expressions': 'a mapping of level to a SQL expression over {column}',
        'columns': 'a list of ' ~ ('at least one column' if allowed else 'columns') ~ ', or a mapping of column to settings',
        'hierarchy': 'the name of a hierarchy',
        'type': 'a type of hierarchy',
        'level': 'the name of a level of the column',
        'rungs': 'a list of rungs, each a mapping of column to the name of a level',
        'undecided': 'empty',
        'measures': 'a mapping of at least one column name to count, persons or settings',
        'column_list': 'a list of different columns, which may be empty',
        'column_lists': 'a list of lists of different columns, of which one may be empty',
    }[row.type]) -%}
{% endmacro %}
