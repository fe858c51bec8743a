{% macro _date_faults(hierarchy) %}
    {%- set faults = [] -%}
    {%- set state = namespace(rank=0) -%}
    {%- for level in hierarchy.levels -%}
        {%- set rank = dbt_crowd._date_rank(level) -%}
        {%- if rank == 0 -%}
            {%- do faults.append('levels must be day, month, quarter, year or a number of years such as 5 years: ' ~ level ~ ' is none.') -%}
        {%- elif state.rank > 0 and (rank <= state.rank or rank % state.rank != 0) -%}
            {%- do faults.append('levels must go from fine to coarse, each number of years a multiple of the one before: ' ~ level ~ ' does not follow.') -%}
        {%- endif -%}
        {%- set state.rank = rank -%}
    {%- endfor -%}
    {%- if hierarchy.get('top_age') and not hierarchy.get('as_of') -%}
        {%- do faults.append('top_age needs as_of, the fixed day from which ages are counted, such as as_of: "2026-01-01".') -%}
    {%- elif hierarchy.get('as_of') and not hierarchy.get('top_age') -%}
        {%- do faults.append('as_of says from which day top_age counts, and there is no top_age.') -%}
    {%- endif -%}
    {%- do return(faults + dbt_crowd._date_end_faults(hierarchy)) -%}
{% endmacro %}


{#- How coarse a level is, such that one level nests in another whose rank is a multiple of its own; 0 when it is none. -#}
{% macro _date_rank(level) %}
    {%- set ranks = {'day': 1, 'month': 4, 'quarter': 12, 'year': 48} -%}
    {%- if level in ranks -%}
        {%- do return(ranks[level]) -%}
    {%- endif -%}
    {%- set parts = (level | string).split(' ') -%}
    {%- if parts | length == 2 and parts[1] == 'years' and (parts[0] | int) | string == parts[0] and parts[0] | int > 1 -%}
        {%- do return(48 * parts[0] | int) -%}
    {%- endif -%}
    {%- do return(0) -%}
{% endmacro %}


{#- The ends must leave something between them. -#}
{% macro _date_end_faults(hierarchy) %}
    {%- set faults = [] -%}
    {%- set bottom = hierarchy.get('bottom') -%}
    {%- set top = hierarchy.get('top') -%}
    {%- if bottom and top and bottom >= top -%}
        {%- do faults.append('bottom must be before top.') -%}
    {%- endif -%}
    {%- if hierarchy.get('top_age') and hierarchy.get('as_of') -%}
        {%- set latest = dbt_crowd._latest_birth(hierarchy.as_of, hierarchy.top_age) -%}
        {%- if hierarchy.as_of[:4] | int - hierarchy.top_age < 1000 -%}
            {%- do faults.append('as_of less top_age must be the year 1000 or later.') -%}
        {%- elif top and top <= latest -%}
            {%- do faults.append('top must be after the birth of everybody who is top_age on the day as_of.') -%}
        {%- elif bottom and bottom <= latest -%}
            {%- do faults.append('bottom must be after the birth of everybody who is top_age on the day as_of; leave it out.') -%}
        {%- endif -%}
    {%- endif -%}
    {%- do return(faults) -%}
{% endmacro %}
