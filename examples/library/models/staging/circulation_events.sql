with loans as (

    select * from {{ source('raw', 'loans') }}

)

select
    patron_id,
    branch,
    age_band,
    title,
    days_out
from loans
