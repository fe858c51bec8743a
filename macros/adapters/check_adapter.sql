{#-
    dbt run-operation dbt_crowd.check_adapter: runs the functions that differ between warehouses on the live connection,
    each on a few invented values, and compares with known answers. Nothing is read from a table and nothing is written.
    Prints a line for each that is wrong, and one line of JSON.
-#}
{% macro check_adapter() %}
    {%- set cases = dbt_crowd._adapter_cases() -%}
    {%- set lines = [] -%}
    {%- for case in cases -%}
        {%- do lines.append(dbt_crowd.as_text(case.expression) ~ ' as answer_' ~ loop.index) -%}
    {%- endfor -%}
    {%- set row = run_query('select\n    ' ~ lines | join(',\n    ')).rows[0] -%}
    {%- set wrong = [] -%}
    {%- for case in cases -%}
        {%- set answer = row[loop.index0] -%}
        {%- if (answer is none and case.answer is not none) or (answer is not none and answer | string != case.answer) -%}
            {%- do wrong.append(case.macro) -%}
            {%- do print('dbt_crowd: ' ~ case.macro ~ ' gives ' ~ (answer if answer is not none else 'NULL') ~ ' for ' ~ case.expression ~ ', and should give ' ~ (case.answer if case.answer is not none else 'NULL')) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- do print('dbt_crowd:' ~ tojson({'version': dbt_crowd.package_version(), 'adapter': target.type, 'checked': cases | length, 'wrong': wrong | unique | list})) -%}
    {%- if wrong -%}
        {%- do dbt_crowd.refuse('dbt_crowd: ' ~ target.type ~ ': ' ~ wrong | unique | join(', ') ~ ' must be written for this warehouse. See docs/warehouses.md#a-new-adapter') -%}
    {%- endif -%}
{% endmacro %}


{#- Per macro, expressions and what they must be as text; `none` for NULL. -#}
{% macro _adapter_cases() %}
    {%- set cases = [] -%}
    {%- for name, pairs in dbt_crowd._adapter_answers().items() -%}
        {%- for expression, answer in pairs -%}
            {%- do cases.append({'macro': name, 'expression': expression, 'answer': answer}) -%}
        {%- endfor -%}
    {%- endfor -%}
    {%- do return(cases) -%}
{% endmacro %}


{% macro _adapter_answers() %}
    {%- set odd = "it's 100 % \\ \"so\" \u00e4" -%}
    {%- set blanks = "' ' || " ~ dbt_crowd.sql_text('\t\n a b \r ') -%}
    {%- do return({
        'sql_text': [[dbt_crowd.sql_text(odd), odd]],
        'distinct_number': [[dbt_crowd._one_if(dbt_crowd.distinct_number() ~ ' is not null'), '1']],
        'as_text': [[dbt_crowd.as_text('42'), '42']],
        'exact_text': [
            [dbt_crowd._one_if(dbt_crowd.exact_text("'a'") ~ ' = ' ~ dbt_crowd.exact_text("'A'")), '0'],
            [dbt_crowd._one_if(dbt_crowd.exact_text("'a'") ~ ' = ' ~ dbt_crowd.exact_text("'a '")), '0'],
        ],
        'trimmed': [[dbt_crowd.trimmed(blanks), 'a b'], [dbt_crowd.trimmed(dbt_crowd.sql_text('\u00a0a')), '\u00a0a']],
        'folded': [[dbt_crowd.folded(dbt_crowd.sql_text('k\u00f6ln'), 'upper'), 'K\u00d6LN'], [dbt_crowd.folded(dbt_crowd.sql_text('\u00c4B'), 'lower'), '\u00e4b']],
        'left_text': [[dbt_crowd.left_text("'abc'", 2), 'ab']],
        'left_pad': [[dbt_crowd.left_pad("'42'", 5), '00042'], [dbt_crowd.left_pad("'123456'", 5), '123456']],
        'regex_matches': [
            [dbt_crowd._one_if(dbt_crowd.regex_matches("'A12'", '^[A-Z][0-9]{1,4}$')), '1'],
            [dbt_crowd._one_if(dbt_crowd.regex_matches("'xA12'", '^[A-Z][0-9]{1,4}$')), '0'],
            [dbt_crowd._one_if(dbt_crowd.regex_matches("'xA12'", 'A1')), '1'],
        ],
        'regex_extract': [[dbt_crowd.regex_extract("'2024-02-29 10:00'", '^([0-9]{4}-[0-9]{2})'), '2024-02']],
        'is_number': dbt_crowd._number_answers(),
        'as_number': [
            [dbt_crowd.number_as_text(dbt_crowd.as_number("' 36.60 '", 15)), '36.6'],
            [dbt_crowd.number_as_text(dbt_crowd.as_number("'-12.5e3'", 15)), '-12500'],
        ],
        'number_as_text': [[dbt_crowd.number_as_text(dbt_crowd.as_number("'-0.0'", 15)), '0'], [dbt_crowd.number_as_text(dbt_crowd.as_number("'100'", 15)), '100']],
        'scaled_as_text': [[dbt_crowd.scaled_as_text('375', 1), '37.5'], [dbt_crowd.scaled_as_text('-370', 1), '-37.0']],
        'as_whole': [[dbt_crowd.as_text(dbt_crowd.as_whole("'007'")), '7']],
        'multiple_below': [[dbt_crowd.multiple_below('-3', 5), '-5'], [dbt_crowd.multiple_below('999999999999999', 10), '999999999999990']],
        'is_date': dbt_crowd._date_answers(),
        'is_same': [[dbt_crowd._one_if(dbt_crowd.is_same('null', "'a'")), '0'], [dbt_crowd._one_if(dbt_crowd.is_same('null', 'null')), '1']],
        'listed': [["(select " ~ dbt_crowd.listed('word', 'place') ~ " from (select 'b' as word, 10 as place union all select 'a' as word, 9 as place) as words)", 'a,b']],
        'type_hash_sum': [[dbt_crowd.as_text('16 * cast(1152921504606846975 as ' ~ dbt_crowd.type_hash_sum() ~ ')'), '18446744073709551600']],
        'row_hash': [[dbt_crowd.row_hash(["'a'", 'null']), dbt_crowd._known_hash()]],
    }) -%}
{% endmacro %}


{% macro _number_answers() %}
    {%- set answers = [] -%}
    {%- for text, answer in [['5', '1'], [' -5.25 ', '1'], ['.5', '1'], ['5e0', '1'], ['12e3', '1'], ['.5E+3', '1'], ['1e14', '1'], ['1e15', '0'], ['NaN', '0'], ['Infinity', '0'], ['0x5', '0'], ['5,0', '0'], ['', '0']] -%}
        {%- do answers.append([dbt_crowd._one_if(dbt_crowd.is_number(dbt_crowd.sql_text(text), 15)), answer]) -%}
    {%- endfor -%}
    {%- do return(answers) -%}
{% endmacro %}


{% macro _date_answers() %}
    {%- set answers = [] -%}
    {%- for text, answer in [['2024-02-29', '1'], ['2023-02-29', '0'], ['1000-01-01', '1'], ['1582-10-10', '1'], ['9999-12-31 23:59:59', '1'], ['2024-1-1', '0'], ['31/12/2024', '0'], ['0999-01-01', '0']] -%}
        {%- do answers.append([dbt_crowd._one_if(dbt_crowd.is_date(dbt_crowd.sql_text(text))), answer]) -%}
    {%- endfor -%}
    {%- do return(answers) -%}
{% endmacro %}


{% macro _one_if(condition) %}
    {%- do return('case when ' ~ condition ~ ' then 1 else 0 end') -%}
{% endmacro %}


{#- The first fifteen hexadecimal digits of the MD5 of `1:a-`, as a number. -#}
{% macro _known_hash() %}
    {%- do return('215512587418737071') -%}
{% endmacro %}
