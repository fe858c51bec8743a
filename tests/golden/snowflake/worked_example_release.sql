/* dbt_crowd {"hierarchies": {}, "input": {"database": "warehouse", "identifier": "worked_example", "schema": "hard_cases_raw"}, "policy": "9a24ec7ae2d1fe6cf57557fc6fe74953", "sql": "bb7dabd31ed772588cbebb6dcd65ac30", "unique_id": "model.integration_tests.worked_example_release"} */
with source as (
    select
        birth_year,
        zip,
        sex
    from warehouse.hard_cases_raw.worked_example
),

generalized as (
    select
        case
            when try_cast(trim(cast(birth_year as text), ' \t\r\n') as decimal(24, 9)) is not null
                then rtrim(rtrim(cast(try_cast(trim(cast(birth_year as text), ' \t\r\n') as decimal(24, 9)) as text), '0'), '.')
            when trim(cast(birth_year as text), ' \t\r\n') != '' then '*'
        end as birth_year,
        case
            when left(trim(cast(zip as text), ' \t\r\n'), 1) not in ('', '*')
                then trim(left(trim(cast(zip as text), ' \t\r\n'), 3), ' \t\r\n') || '**'
            when trim(cast(zip as text), ' \t\r\n') != '' then '*'
        end as zip,
        nullif(trim(cast(sex as text), ' \t\r\n'), '') as sex
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
