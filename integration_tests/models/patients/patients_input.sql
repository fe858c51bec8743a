{#- Two hundred and forty visits by arithmetic, the same on every engine. -#}
with digits as (
    {%- for digit in range(10) %}
    select {{ digit }} as digit
    {{- '\n    union all' if not loop.last }}
    {%- endfor %}
),

visits as (
    select ones.digit + 10 * tens.digit + 100 * hundreds.digit as visit
    from digits as ones
    cross join digits as tens
    cross join digits as hundreds
    where hundreds.digit < 3
)

select
    visit,
    {{ visit_text('p', 'mod(visit * 7, 180)', 'mod(visit, 37) = 5') }} as person,
    {{ visit_text('021', '30 + mod(visit * 3, 14)', 'mod(visit, 29) = 11') }} as zip,
    case when mod(visit, 31) = 7 then null else 20 + mod(visit * 11, 60) end as age,
    {{ visit_text('', 'mod(mod(visit * 577, 83), 2)', 'mod(visit, 41) = 13') }} as sex,
    {{ visit_text('D', 'mod(mod(visit * 7919 + 13, 101), 6)', 'mod(visit, 43) = 1') }} as diagnosis,
    {{ visit_text('W', 'mod(mod(visit * 10473 + 5, 97), 4)', 'mod(visit, 47) = 46') }} as ward,
    case when mod(visit, 53) = 17 then null else 1000 * mod(mod(visit * 6553, 103), 5) - 1000 end as income,
    {{ visit_text('G', 'mod(mod(visit * 3137, 89), 3)', '1 = 0') }} as grade
from visits
where visit < 240
