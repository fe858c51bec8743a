{#-
    Levels in the user's own SQL, `{column}` standing for the column. A value is covered when every level has a label
    for it; one without a label somewhere is `*` everywhere, so that the levels stay nested. Blank has a branch of its own:
    engines look at every part of a condition, and the user's SQL may fail on it.
-#}
{% macro _sql_levels(hierarchy) %}
    {%- do return(['value'] + hierarchy.levels.keys() | list + ['*']) -%}
{% endmacro %}


{% macro _sql_expressions(hierarchy, column) %}
    {%- set text = dbt_crowd._trimmed_text(column, hierarchy.get('case')) -%}
    {%- set labels = [text] -%}
    {%- set conditions = [] -%}
    {%- for sql in hierarchy.levels.values() -%}
        {%- set label = dbt_crowd._trimmed_text(sql.replace('{column}', column)) -%}
        {%- do labels.append(label) -%}
        {%- do conditions.append(label ~ " != ''") -%}
    {%- endfor -%}
    {%- set expressions = [] -%}
    {%- for label in labels -%}
        {%- set branches = [[text ~ " in ('', '*')", 'nullif(' ~ text ~ ", '')"], [conditions | join('\n        and '), label]] -%}
        {%- do expressions.append(dbt_crowd._label_case(branches, text)) -%}
    {%- endfor -%}
    {%- do return(expressions + ["'*'"]) -%}
{% endmacro %}


{% macro _sql_faults(hierarchy) %}
    {%- set faults = dbt_crowd._level_name_faults(hierarchy.levels.keys() | list) -%}
    {%- for level, sql in hierarchy.levels.items() -%}
        {%- if '{column}' not in sql -%}
            {%- do faults.append('level ' ~ level ~ ' must be a SQL expression over {column}.') -%}
        {%- endif -%}
        {%- for mark in [';', '--', '/*'] if mark in sql -%}
            {%- do faults.append('level ' ~ level ~ ' must be one SQL expression, without ' ~ mark ~ '.') -%}
        {%- endfor -%}
        {%- for word in ['current_date', 'current_timestamp', 'now(', 'getdate(', 'random(', 'rand('] if word in sql | lower -%}
            {%- do faults.append('level ' ~ level ~ ' must give the same label tomorrow, so it cannot use ' ~ word.replace('(', '') ~ '.') -%}
        {%- endfor -%}
    {%- endfor -%}
    {%- do return(faults) -%}
{% endmacro %}


{#- Levels of the user's own cannot have the names of the first and the last. -#}
{% macro _level_name_faults(names) %}
    {%- set faults = [] -%}
    {%- for name in names if name in ['value', '*'] -%}
        {%- do faults.append('no level of your own can be called ' ~ name ~ ', which every hierarchy of this type has already.') -%}
    {%- endfor -%}
    {%- do return(faults) -%}
{% endmacro %}
