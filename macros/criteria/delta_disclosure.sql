{#-
    delta-disclosure privacy (Brickell and Shmatikov 2008): |log2(q / p)| is below delta, q a value's share in the class
    and p in the whole input. `present` asks it of the values that a class has, `all` of every value, so that
    an absent one fails. A missing value is one of the values. The comparison is strict: what is equal but for rounding fails.
-#}
{% macro delta_disclosure(criterion, grain) %}
    {%- set double = dbt_crowd.type_double() -%}
    {%- set apart = 'abs(ln(crowd_share / crowd_overall)) / ln(cast(2 as ' ~ double ~ '))' -%}
    {%- set discloses -%}
max(case
            when crowd_share > 0 and crowd_overall > 0 then case when {{ apart }} >= {{ criterion.delta }} - {{ dbt_crowd._tolerance() }} then 1 else 0 end
            when crowd_share > 0 then 1
            else 0
        end) = 1
    {%- endset -%}
    {%- set conditions = [discloses, dbt_crowd._incomparable()] -%}
    {%- if criterion.kind == 'all' -%}
        {%- do conditions.append('count(case when crowd_share > 0 then 1 end) < max(crowd_values)') -%}
    {%- endif -%}
    {%- do return([dbt_crowd._fails_cte(criterion, grain, 'class_shares_' ~ criterion.sensitive, conditions)]) -%}
{% endmacro %}
