select
    {{ dbt_crowd.harmonise(ref('patients_ladder_release'), 'age', '20 years') }} as age,
    {{ dbt_crowd.harmonise(ref('patients_ladder_release'), 'zip', '3 digits') }} as zip,
    count(*) as visits
from {{ ref('patients_ladder_release') }}
group by 1, 2
