/* dbt_crowd {"hierarchies": {}, "input": {"database": "warehouse", "identifier": "dates_input", "schema": "hard_cases"}, "policy": "83b4d7b8f5a8f33b0ba11efd1f244934", "sql": "1575f47d19ed5a4a4096435012138539", "unique_id": "model.integration_tests.dates_release"} */
with source as (
    select
        day,
        written,
        moment,
        instant
    from "warehouse"."hard_cases"."dates_input"
),

generalized as (
    select
        case
            when try_cast(regexp_extract(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(day as varchar)), '^([1-9][0-9]{3}-[0-9]{2}-[0-9]{2})(?:[ T][0-9].*)?$', 1) as date) is not null
                then case
                    when substr(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(day as varchar)), 1, 10) < '1700-01-01'
                        then '<1700-01-01'
                    else substr(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(day as varchar)), 1, 10)
                end
            when trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(day as varchar)) != '' then '*'
        end as crowd_1_0_day,
        case
            when try_cast(regexp_extract(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(day as varchar)), '^([1-9][0-9]{3}-[0-9]{2}-[0-9]{2})(?:[ T][0-9].*)?$', 1) as date) is not null
                then case
                    when substr(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(day as varchar)), 1, 10) < '1700-01-01'
                        then '<1700-01-01'
                    else substr(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(day as varchar)), 1, 4) || case
                        when substring(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(day as varchar)), 6, 2) < '04'
                            then '-Q1'
                        when substring(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(day as varchar)), 6, 2) < '07'
                            then '-Q2'
                        when substring(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(day as varchar)), 6, 2) < '10'
                            then '-Q3'
                        else '-Q4'
                    end
                end
            when trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(day as varchar)) != '' then '*'
        end as crowd_1_2_quarter,
        case
            when try_cast(regexp_extract(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(day as varchar)), '^([1-9][0-9]{3}-[0-9]{2}-[0-9]{2})(?:[ T][0-9].*)?$', 1) as date) is not null
                then case
                    when substr(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(day as varchar)), 1, 10) < '1700-01-01'
                        then '<1700-01-01'
                    else cast(cast(5 * floor(cast(try_cast(substr(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(day as varchar)), 1, 4) as integer) as double) / 5) as bigint) as varchar)
                        || '-' || cast(cast(5 * floor(cast(try_cast(substr(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(day as varchar)), 1, 4) as integer) as double) / 5) as bigint) + 4 as varchar)
                end
            when trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(day as varchar)) != '' then '*'
        end as crowd_1_4_5_years,
        case
            when try_cast(regexp_extract(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(written as varchar)), '^([1-9][0-9]{3}-[0-9]{2}-[0-9]{2})(?:[ T][0-9].*)?$', 1) as date) is not null
                then substr(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(written as varchar)), 1, 10)
            when trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(written as varchar)) != '' then '*'
        end as crowd_2_0_day,
        case
            when try_cast(regexp_extract(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(written as varchar)), '^([1-9][0-9]{3}-[0-9]{2}-[0-9]{2})(?:[ T][0-9].*)?$', 1) as date) is not null
                then substr(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(written as varchar)), 1, 4)
            when trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(written as varchar)) != '' then '*'
        end as crowd_2_1_year,
        case
            when try_cast(regexp_extract(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(written as varchar)), '^([1-9][0-9]{3}-[0-9]{2}-[0-9]{2})(?:[ T][0-9].*)?$', 1) as date) is not null
                then cast(cast(100 * floor(cast(try_cast(substr(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(written as varchar)), 1, 4) as integer) as double) / 100) as bigint) as varchar)
                    || '-' || cast(cast(100 * floor(cast(try_cast(substr(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(written as varchar)), 1, 4) as integer) as double) / 100) as bigint) + 99 as varchar)
            when trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(written as varchar)) != '' then '*'
        end as crowd_2_2_100_years,
        case
            when try_cast(regexp_extract(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(moment as varchar)), '^([1-9][0-9]{3}-[0-9]{2}-[0-9]{2})(?:[ T][0-9].*)?$', 1) as date) is not null
                then substr(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(moment as varchar)), 1, 10)
            when trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(moment as varchar)) != '' then '*'
        end as crowd_3_0_day,
        case
            when try_cast(regexp_extract(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(moment as varchar)), '^([1-9][0-9]{3}-[0-9]{2}-[0-9]{2})(?:[ T][0-9].*)?$', 1) as date) is not null
                then substr(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(moment as varchar)), 1, 4) || case
                    when substring(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(moment as varchar)), 6, 2) < '04'
                        then '-Q1'
                    when substring(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(moment as varchar)), 6, 2) < '07'
                        then '-Q2'
                    when substring(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(moment as varchar)), 6, 2) < '10'
                        then '-Q3'
                    else '-Q4'
                end
            when trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(moment as varchar)) != '' then '*'
        end as crowd_3_2_quarter,
        case
            when try_cast(regexp_extract(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(moment as varchar)), '^([1-9][0-9]{3}-[0-9]{2}-[0-9]{2})(?:[ T][0-9].*)?$', 1) as date) is not null
                then substr(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(moment as varchar)), 1, 4)
            when trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(moment as varchar)) != '' then '*'
        end as crowd_3_3_year,
        case
            when try_cast(regexp_extract(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(instant as varchar)), '^([1-9][0-9]{3}-[0-9]{2}-[0-9]{2})(?:[ T][0-9].*)?$', 1) as date) is not null
                then case
                    when substr(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(instant as varchar)), 1, 10) >= '2025-01-01'
                        then '2025-01-01+'
                    else substr(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(instant as varchar)), 1, 10)
                end
            when trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(instant as varchar)) != '' then '*'
        end as crowd_4_0_day,
        case
            when try_cast(regexp_extract(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(instant as varchar)), '^([1-9][0-9]{3}-[0-9]{2}-[0-9]{2})(?:[ T][0-9].*)?$', 1) as date) is not null
                then case
                    when substr(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(instant as varchar)), 1, 10) >= '2025-01-01'
                        then '2025-01-01+'
                    else substr(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(instant as varchar)), 1, 4) || case
                        when substring(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(instant as varchar)), 6, 2) < '04'
                            then '-Q1'
                        when substring(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(instant as varchar)), 6, 2) < '07'
                            then '-Q2'
                        when substring(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(instant as varchar)), 6, 2) < '10'
                            then '-Q3'
                        else '-Q4'
                    end
                end
            when trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(instant as varchar)) != '' then '*'
        end as crowd_4_1_quarter,
        case
            when try_cast(regexp_extract(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(instant as varchar)), '^([1-9][0-9]{3}-[0-9]{2}-[0-9]{2})(?:[ T][0-9].*)?$', 1) as date) is not null
                then case
                    when substr(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(instant as varchar)), 1, 10) >= '2025-01-01'
                        then '2025-01-01+'
                    when substr(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(instant as varchar)), 1, 4) >= '2020'
                        then '2020-2024'
                    else cast(cast(10 * floor(cast(try_cast(substr(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(instant as varchar)), 1, 4) as integer) as double) / 10) as bigint) as varchar)
                        || '-' || cast(cast(10 * floor(cast(try_cast(substr(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(instant as varchar)), 1, 4) as integer) as double) / 10) as bigint) + 9 as varchar)
                end
            when trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(instant as varchar)) != '' then '*'
        end as crowd_4_3_10_years
    from source
),

tuples as (
    select
        crowd_1_0_day,
        crowd_1_2_quarter,
        crowd_1_4_5_years,
        crowd_2_0_day,
        crowd_2_1_year,
        crowd_2_2_100_years,
        crowd_3_0_day,
        crowd_3_2_quarter,
        crowd_3_3_year,
        crowd_4_0_day,
        crowd_4_1_quarter,
        crowd_4_3_10_years,
        count(*) as crowd_rows
    from generalized
    group by
        crowd_1_0_day,
        crowd_1_2_quarter,
        crowd_1_4_5_years,
        crowd_2_0_day,
        crowd_2_1_year,
        crowd_2_2_100_years,
        crowd_3_0_day,
        crowd_3_2_quarter,
        crowd_3_3_year,
        crowd_4_0_day,
        crowd_4_1_quarter,
        crowd_4_3_10_years
),

crowds_1 as (
    select
        crowd_1_0_day,
        crowd_2_0_day,
        crowd_3_0_day,
        crowd_4_0_day,
        1 as crowd_found
    from tuples
    group by crowd_1_0_day, crowd_2_0_day, crowd_3_0_day, crowd_4_0_day
    having sum(crowd_rows) >= 2
),

rung_1 as (
    select
        tuples.crowd_1_0_day,
        tuples.crowd_1_2_quarter,
        tuples.crowd_1_4_5_years,
        tuples.crowd_2_0_day,
        tuples.crowd_2_1_year,
        tuples.crowd_2_2_100_years,
        tuples.crowd_3_0_day,
        tuples.crowd_3_2_quarter,
        tuples.crowd_3_3_year,
        tuples.crowd_4_0_day,
        tuples.crowd_4_1_quarter,
        tuples.crowd_4_3_10_years,
        tuples.crowd_rows,
        case when crowds_1.crowd_found = 1 then 1 end as crowd_rung
    from tuples
    left join crowds_1
        on coalesce(tuples.crowd_1_0_day, '') = coalesce(crowds_1.crowd_1_0_day, '')
        and coalesce(tuples.crowd_2_0_day, '') = coalesce(crowds_1.crowd_2_0_day, '')
        and coalesce(tuples.crowd_3_0_day, '') = coalesce(crowds_1.crowd_3_0_day, '')
        and coalesce(tuples.crowd_4_0_day, '') = coalesce(crowds_1.crowd_4_0_day, '')
),

crowds_2 as (
    select
        crowd_1_2_quarter,
        crowd_2_1_year,
        crowd_3_2_quarter,
        crowd_4_1_quarter,
        1 as crowd_found
    from rung_1
    where crowd_rung is null
    group by crowd_1_2_quarter, crowd_2_1_year, crowd_3_2_quarter, crowd_4_1_quarter
    having sum(crowd_rows) >= 2
),

rung_2 as (
    select
        rung_1.crowd_1_0_day,
        rung_1.crowd_1_2_quarter,
        rung_1.crowd_1_4_5_years,
        rung_1.crowd_2_0_day,
        rung_1.crowd_2_1_year,
        rung_1.crowd_2_2_100_years,
        rung_1.crowd_3_0_day,
        rung_1.crowd_3_2_quarter,
        rung_1.crowd_3_3_year,
        rung_1.crowd_4_0_day,
        rung_1.crowd_4_1_quarter,
        rung_1.crowd_4_3_10_years,
        rung_1.crowd_rows,
        coalesce(rung_1.crowd_rung, case when crowds_2.crowd_found = 1 then 2 end) as crowd_rung
    from rung_1
    left join crowds_2
        on coalesce(rung_1.crowd_1_2_quarter, '') = coalesce(crowds_2.crowd_1_2_quarter, '')
        and coalesce(rung_1.crowd_2_1_year, '') = coalesce(crowds_2.crowd_2_1_year, '')
        and coalesce(rung_1.crowd_3_2_quarter, '') = coalesce(crowds_2.crowd_3_2_quarter, '')
        and coalesce(rung_1.crowd_4_1_quarter, '') = coalesce(crowds_2.crowd_4_1_quarter, '')
),

crowds_3 as (
    select
        crowd_1_4_5_years,
        crowd_2_2_100_years,
        crowd_3_3_year,
        crowd_4_3_10_years,
        1 as crowd_found
    from rung_2
    where crowd_rung is null
    group by crowd_1_4_5_years, crowd_2_2_100_years, crowd_3_3_year, crowd_4_3_10_years
    having sum(crowd_rows) >= 2
),

rung_3 as (
    select
        rung_2.crowd_1_0_day,
        rung_2.crowd_1_2_quarter,
        rung_2.crowd_1_4_5_years,
        rung_2.crowd_2_0_day,
        rung_2.crowd_2_1_year,
        rung_2.crowd_2_2_100_years,
        rung_2.crowd_3_0_day,
        rung_2.crowd_3_2_quarter,
        rung_2.crowd_3_3_year,
        rung_2.crowd_4_0_day,
        rung_2.crowd_4_1_quarter,
        rung_2.crowd_4_3_10_years,
        rung_2.crowd_rows,
        coalesce(rung_2.crowd_rung, case when crowds_3.crowd_found = 1 then 3 end) as crowd_rung
    from rung_2
    left join crowds_3
        on coalesce(rung_2.crowd_1_4_5_years, '') = coalesce(crowds_3.crowd_1_4_5_years, '')
        and coalesce(rung_2.crowd_2_2_100_years, '') = coalesce(crowds_3.crowd_2_2_100_years, '')
        and coalesce(rung_2.crowd_3_3_year, '') = coalesce(crowds_3.crowd_3_3_year, '')
        and coalesce(rung_2.crowd_4_3_10_years, '') = coalesce(crowds_3.crowd_4_3_10_years, '')
),

crowds_4 as (
    select
        1 as crowd_found
    from rung_3
    where crowd_rung is null
    having sum(crowd_rows) >= 2
),

rung_4 as (
    select
        rung_3.crowd_1_0_day,
        rung_3.crowd_1_2_quarter,
        rung_3.crowd_1_4_5_years,
        rung_3.crowd_2_0_day,
        rung_3.crowd_2_1_year,
        rung_3.crowd_2_2_100_years,
        rung_3.crowd_3_0_day,
        rung_3.crowd_3_2_quarter,
        rung_3.crowd_3_3_year,
        rung_3.crowd_4_0_day,
        rung_3.crowd_4_1_quarter,
        rung_3.crowd_4_3_10_years,
        rung_3.crowd_rows,
        coalesce(rung_3.crowd_rung, case when crowds_4.crowd_found = 1 then 4 end) as crowd_rung
    from rung_3
    left join crowds_4
        on 1 = 1
),

released as (
    select
        case rung_4.crowd_rung when 1 then generalized.crowd_1_0_day when 2 then generalized.crowd_1_2_quarter when 3 then generalized.crowd_1_4_5_years when 4 then cast('*' as varchar) end as day,
        case rung_4.crowd_rung when 1 then generalized.crowd_2_0_day when 2 then generalized.crowd_2_1_year when 3 then generalized.crowd_2_2_100_years when 4 then cast('*' as varchar) end as written,
        case rung_4.crowd_rung when 1 then generalized.crowd_3_0_day when 2 then generalized.crowd_3_2_quarter when 3 then generalized.crowd_3_3_year when 4 then cast('*' as varchar) end as moment,
        case rung_4.crowd_rung when 1 then generalized.crowd_4_0_day when 2 then generalized.crowd_4_1_quarter when 3 then generalized.crowd_4_3_10_years when 4 then cast('*' as varchar) end as instant
    from generalized
    inner join rung_4
        on coalesce(generalized.crowd_1_0_day, '') = coalesce(rung_4.crowd_1_0_day, '')
        and coalesce(generalized.crowd_1_2_quarter, '') = coalesce(rung_4.crowd_1_2_quarter, '')
        and coalesce(generalized.crowd_1_4_5_years, '') = coalesce(rung_4.crowd_1_4_5_years, '')
        and coalesce(generalized.crowd_2_0_day, '') = coalesce(rung_4.crowd_2_0_day, '')
        and coalesce(generalized.crowd_2_1_year, '') = coalesce(rung_4.crowd_2_1_year, '')
        and coalesce(generalized.crowd_2_2_100_years, '') = coalesce(rung_4.crowd_2_2_100_years, '')
        and coalesce(generalized.crowd_3_0_day, '') = coalesce(rung_4.crowd_3_0_day, '')
        and coalesce(generalized.crowd_3_2_quarter, '') = coalesce(rung_4.crowd_3_2_quarter, '')
        and coalesce(generalized.crowd_3_3_year, '') = coalesce(rung_4.crowd_3_3_year, '')
        and coalesce(generalized.crowd_4_0_day, '') = coalesce(rung_4.crowd_4_0_day, '')
        and coalesce(generalized.crowd_4_1_quarter, '') = coalesce(rung_4.crowd_4_1_quarter, '')
        and coalesce(generalized.crowd_4_3_10_years, '') = coalesce(rung_4.crowd_4_3_10_years, '')
    where rung_4.crowd_rung is not null
)

select
    day,
    written,
    moment,
    instant
from released
