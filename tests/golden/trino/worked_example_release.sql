/* dbt_crowd {"hierarchies": {}, "input": {"database": "warehouse", "identifier": "worked_example", "schema": "hard_cases_raw"}, "policy": "9a24ec7ae2d1fe6cf57557fc6fe74953", "sql": "dc433a34c430cec38c8fa1d268d46526", "unique_id": "model.integration_tests.worked_example_release"} */
with source as (
    select
        birth_year,
        zip,
        sex
    from "warehouse"."hard_cases_raw"."worked_example"
),

generalized as (
    select
        case
            when try_cast(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(birth_year as varchar)) as decimal(24, 9)) is not null
                then rtrim(rtrim(cast(try_cast(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(birth_year as varchar)) as decimal(24, 9)) as varchar), '0'), '.')
            when trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(birth_year as varchar)) != '' then '*'
        end as birth_year,
        case
            when substr(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(zip as varchar)), 1, 1) not in ('', '*')
                then trim(both ' ' || chr(9) || chr(10) || chr(13) from substr(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(zip as varchar)), 1, 3)) || '**'
            when trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(zip as varchar)) != '' then '*'
        end as zip,
        nullif(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(sex as varchar)), '') as sex
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
