/* dbt_crowd {"hierarchies": {}, "input": {"database": "warehouse", "identifier": "worked_example", "schema": "hard_cases_raw"}, "policy": "9a24ec7ae2d1fe6cf57557fc6fe74953", "sql": "2a1809157526afb1b52df8a39ea81817", "unique_id": "model.integration_tests.worked_example_release"} */
with source as (
    select
        birth_year,
        zip,
        sex
    from `warehouse`.`hard_cases_raw`.`worked_example`
),

generalized as (
    select
        case
            when try_cast(trim(both ' \t\r\n' from cast(birth_year as string)) as decimal(24, 9)) is not null
                then trim(trailing '.' from trim(trailing '0' from replace(cast(try_cast(trim(both ' \t\r\n' from cast(birth_year as string)) as decimal(24, 9)) as string), '0E-9', '0.0')))
            when trim(both ' \t\r\n' from cast(birth_year as string)) != '' then '*'
        end as birth_year,
        case
            when left(trim(both ' \t\r\n' from cast(zip as string)), 1) not in ('', '*')
                then trim(both ' \t\r\n' from left(trim(both ' \t\r\n' from cast(zip as string)), 3)) || '**'
            when trim(both ' \t\r\n' from cast(zip as string)) != '' then '*'
        end as zip,
        nullif(trim(both ' \t\r\n' from cast(sex as string)), '') as sex
    from source
),

crowds as (
    select
        birth_year,
        zip,
        sex,
        row_number() over (order by birth_year, zip, sex) as crowd_place
    from generalized
    group by birth_year, zip, sex
    having count(*) >= 3
),

released as (
    select
        generalized.birth_year,
        generalized.zip,
        generalized.sex,
        crowds.crowd_place
    from generalized
    inner join crowds
        on coalesce(generalized.birth_year, '') = coalesce(crowds.birth_year, '')
        and coalesce(generalized.zip, '') = coalesce(crowds.zip, '')
        and coalesce(generalized.sex, '') = coalesce(crowds.sex, '')
)

select
    crowd_place,
    birth_year,
    zip,
    sex
from released
