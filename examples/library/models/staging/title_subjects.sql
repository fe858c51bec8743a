with titles as (

    select * from {{ source('raw', 'titles') }}

)

select
    title,
    subject
from titles
