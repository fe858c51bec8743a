/* dbt_crowd {"hierarchies": {}, "input": {"database": "warehouse", "identifier": "worked_example", "schema": "hard_cases_raw"}, "policy": "9a24ec7ae2d1fe6cf57557fc6fe74953", "sql": "bcada4ff9b83548accebf3afea8c72c5", "unique_id": "model.integration_tests.worked_example_release"} */
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
            when try_cast(nullif(btrim(cast(birth_year as varchar(65535)), ' ' || chr(9) || chr(10) || chr(13)), '') as decimal(24, 9)) is not null
                then rtrim(rtrim(cast(try_cast(nullif(btrim(cast(birth_year as varchar(65535)), ' ' || chr(9) || chr(10) || chr(13)), '') as decimal(24, 9)) as varchar(65535)), '0'), '.')
            when btrim(collate(cast(birth_year as varchar(65535)), 'case_sensitive'), ' ' || chr(9) || chr(10) || chr(13)) != ''
                then '*'
        end as birth_year,
        case
            when left(btrim(collate(cast(zip as varchar(65535)), 'case_sensitive'), ' ' || chr(9) || chr(10) || chr(13)), 1) not in ('', '*')
                then btrim(left(btrim(collate(cast(zip as varchar(65535)), 'case_sensitive'), ' ' || chr(9) || chr(10) || chr(13)), 3), ' ' || chr(9) || chr(10) || chr(13)) || '**'
            when btrim(collate(cast(zip as varchar(65535)), 'case_sensitive'), ' ' || chr(9) || chr(10) || chr(13)) != ''
                then '*'
        end as zip,
        nullif(btrim(collate(cast(sex as varchar(65535)), 'case_sensitive'), ' ' || chr(9) || chr(10) || chr(13)), '') as sex
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
