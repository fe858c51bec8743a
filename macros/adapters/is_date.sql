{#-
    Whether text is a date: year-month-day with all their digits, a day of the calendar from the year 1000 on, with or
    without a time behind it. No time zone takes part. Not true, and never an error, for any other text.
-#}
{% macro is_date(text) %}
    {%- do return(adapter.dispatch('is_date', 'dbt_crowd')(dbt_crowd.trimmed(text), '(?:[ T][0-9].*)?$')) -%}
{% endmacro %}


{% macro default__is_date(text, time) %}
    {%- set day = dbt_crowd.regex_extract(text, '^([1-9][0-9]{3}-[0-9]{2}-[0-9]{2})' ~ time) -%}
    {%- do return(dbt_crowd.try_cast(day, 'date') ~ ' is not null') -%}
{% endmacro %}


{#- PostgreSQL has no cast that tries, so the pattern is the calendar itself, leap days included. -#}
{% macro postgres__is_date(text, time) %}
    {%- set lines = [
        text ~ ' ~ (',
        "    '^(?:[1-9][0-9]{3}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)'",
        "    || '|02-(?:0[1-9]|1[0-9]|2[0-8]))'",
        "    || '|(?:[1-9][0-9](?:0[48]|[2468][048]|[13579][26])|(?:[2468][048]|[13579][26])00)-02-29)" ~ time ~ "'",
        ')',
    ] -%}
    {%- do return(lines | join('\n')) -%}
{% endmacro %}


{% macro redshift__is_date(text, time) %}
    {%- do return(dbt_crowd.default__is_date(text, time)) -%}
{% endmacro %}
