with visits as (

    select * from {{ source('raw', 'visits') }}

)

select
    patient_id,
    name,
    try_cast(nullif(trim(birth_date), '') as date) as birth_date,
    zip,
    sex,
    upper(trim(diagnosis)) as diagnosis,
    try_cast(hba1c as decimal(4, 1)) as hba1c,
    try_cast(ward_beds as integer) as ward_beds
from visits
