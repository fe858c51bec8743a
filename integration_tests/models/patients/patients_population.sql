{#- The patients and others like them, under other names. -#}
select
    zip as postcode,
    age,
    sex,
    person
from {{ ref('patients_input') }}
union all
select
    zip as postcode,
    age + 1 as age,
    sex,
    concat('q', person) as person
from {{ ref('patients_input') }}
