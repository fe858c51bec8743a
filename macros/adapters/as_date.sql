{#-
    Text as a date: year-month-day with all their digits, from the year 1000 on, with or without a time behind it,
    which is cut off. NULL where it is none. No time zone takes part.
-#}
{% macro as_date(text) %}
    {%- do return(adapter.dispatch('as_date', 'dbt_crowd')(dbt_crowd.trimmed(text), '(?:[ T][0-9].*)?$')) -%}
{% endmacro %}


{% macro default__as_date(text, time) %}
    {%- set day = dbt_crowd.regex_extract(text, '^([1-9][0-9]{3}-[0-9]{2}-[0-9]{2})' ~ time) -%}
    {%- do return(dbt_crowd.try_cast('\n    ' ~ day, 'date\n')) -%}
{% endmacro %}


{#- PostgreSQL has no cast that tries, so the pattern is the calendar itself, leap days included. -#}
{% macro postgres__as_date(text, time) %}
    {%- set lines = [
        'cast(substring(' ~ text ~ ' from',
        "    '^([1-9][0-9]{3}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)'",
        "    || '|02-(?:0[1-9]|1[0-9]|2[0-8]))'",
        "    || '|(?:[1-9][0-9](?:0[48]|[2468][048]|[13579][26])|(?:[2468][048]|[13579][26])00)-02-29)" ~ time ~ "'",
        ') as date)',
    ] -%}
    {%- do return(lines | join('\n')) -%}
{% endmacro %}


{% macro redshift__as_date(text, time) %}
    {%- do return(dbt_crowd.default__as_date(text, time)) -%}
{% endmacro %}
