{#- The visits of `patients` as loans, under names that must be quoted: few branches and ages are frequent, most are thin. -#}
{%- set branches = {30: 'north', 52: 'it\'s "odd"', 68: 'back\\slash', 78: ' north ', 88: 'NORTH', 94: ' ', 98: '100 %'} -%}
{%- set ages = {40: '25-44', 60: '45+', 80: '13-17', 95: '18-24'} -%}
with visits as (
    select
        patients_input.*,
        mod(visit * 577 + 31, 101) as of_branch,
        mod(visit * 7919 + 7, 97) as of_age
    from {{ ref('patients_input') }} as patients_input
)

select
    person as {{ dbt_crowd.quoted('p q') }},
    case
        {%- for limit, branch in branches.items() %}
        when of_branch < {{ limit }} then {{ dbt_crowd.sql_text(branch) }}
        {%- endfor %}
    end as {{ dbt_crowd.quoted('Branch Name') }},
    case
        {%- for limit, age in ages.items() %}
        when of_age < {{ limit }} then {{ dbt_crowd.sql_text(age) }}
        {%- endfor %}
    end as {{ dbt_crowd.quoted('group') }},
    diagnosis as {{ dbt_crowd.quoted('order') }},
    cast(income as decimal(9, 2)) / 16 as {{ dbt_crowd.quoted("day's") }}
from visits
