/* dbt_crowd {"hierarchies": {}, "input": {"database": "warehouse", "identifier": "numbers_input", "schema": "hard_cases"}, "policy": "1a56802ca860c7d512fa55ff1d13048b", "sql": "1f32c14aa1849fec9265fee54dc7a7e3", "unique_id": "model.integration_tests.numbers_by_band_release"} */
with source as (
    select
        exact,
        floating,
        written,
        whole,
        flag
    from "warehouse"."hard_cases"."numbers_input"
),

generalized as (
    select
        case
            when try_cast(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(exact as varchar)) as decimal(24, 9)) is not null
                then case
                    when try_cast(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(exact as varchar)) as decimal(24, 9)) >= 90
                        then '90+'
                    else rtrim(rtrim(cast(try_cast(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(exact as varchar)) as decimal(24, 9)) as varchar), '0'), '.')
                end
            when trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(exact as varchar)) != '' then '*'
        end as crowd_1_0_value,
        case
            when try_cast(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(exact as varchar)) as decimal(24, 9)) is not null
                then case
                    when try_cast(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(exact as varchar)) as decimal(24, 9)) >= 90
                        then '90+'
                    when try_cast(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(exact as varchar)) as decimal(24, 9)) < 0
                        then cast(cast(5 * floor(cast(floor(try_cast(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(exact as varchar)) as decimal(24, 9))) as double) / 5) as bigint) as varchar)
                            || ' to ' || cast(cast(5 * floor(cast(floor(try_cast(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(exact as varchar)) as decimal(24, 9))) as double) / 5) as bigint) + 4 as varchar)
                    else cast(cast(5 * floor(cast(floor(try_cast(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(exact as varchar)) as decimal(24, 9))) as double) / 5) as bigint) as varchar)
                        || '-' || cast(cast(5 * floor(cast(floor(try_cast(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(exact as varchar)) as decimal(24, 9))) as double) / 5) as bigint) + 4 as varchar)
                end
            when trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(exact as varchar)) != '' then '*'
        end as crowd_1_1_5_wide,
        case
            when try_cast(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(exact as varchar)) as decimal(24, 9)) is not null
                then case
                    when try_cast(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(exact as varchar)) as decimal(24, 9)) >= 90
                        then '90+'
                    when try_cast(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(exact as varchar)) as decimal(24, 9)) < 0
                        then cast(cast(10 * floor(cast(floor(try_cast(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(exact as varchar)) as decimal(24, 9))) as double) / 10) as bigint) as varchar)
                            || ' to ' || cast(cast(10 * floor(cast(floor(try_cast(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(exact as varchar)) as decimal(24, 9))) as double) / 10) as bigint) + 9 as varchar)
                    else cast(cast(10 * floor(cast(floor(try_cast(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(exact as varchar)) as decimal(24, 9))) as double) / 10) as bigint) as varchar)
                        || '-' || cast(cast(10 * floor(cast(floor(try_cast(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(exact as varchar)) as decimal(24, 9))) as double) / 10) as bigint) + 9 as varchar)
                end
            when trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(exact as varchar)) != '' then '*'
        end as crowd_1_2_10_wide,
        case
            when try_cast(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(floating as varchar)) as decimal(21, 9)) is not null
                then rtrim(rtrim(cast(try_cast(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(floating as varchar)) as decimal(21, 9)) as varchar), '0'), '.')
            when trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(floating as varchar)) != '' then '*'
        end as crowd_2_0_value,
        case
            when try_cast(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(floating as varchar)) as decimal(21, 9)) is not null
                then '[' || cast((cast(25 * floor(cast(floor(try_cast(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(floating as varchar)) as decimal(21, 9)) * 10) as double) / 25) as bigint)) * 0.1 as varchar)
                    || ', ' || cast((cast(25 * floor(cast(floor(try_cast(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(floating as varchar)) as decimal(21, 9)) * 10) as double) / 25) as bigint) + 25) * 0.1 as varchar) || ')'
            when trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(floating as varchar)) != '' then '*'
        end as crowd_2_1_2_5_wide,
        case
            when try_cast(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(floating as varchar)) as decimal(21, 9)) is not null
                then '[' || cast((cast(50 * floor(cast(floor(try_cast(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(floating as varchar)) as decimal(21, 9)) * 10) as double) / 50) as bigint)) * 0.1 as varchar)
                    || ', ' || cast((cast(50 * floor(cast(floor(try_cast(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(floating as varchar)) as decimal(21, 9)) * 10) as double) / 50) as bigint) + 50) * 0.1 as varchar) || ')'
            when trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(floating as varchar)) != '' then '*'
        end as crowd_2_2_5_wide,
        case
            when try_cast(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(written as varchar)) as decimal(24, 9)) is not null
                then case
                    when try_cast(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(written as varchar)) as decimal(24, 9)) < 0
                        then '<0'
                    else rtrim(rtrim(cast(try_cast(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(written as varchar)) as decimal(24, 9)) as varchar), '0'), '.')
                end
            when trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(written as varchar)) != '' then '*'
        end as crowd_3_0_value,
        case
            when try_cast(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(written as varchar)) as decimal(24, 9)) is not null
                then case
                    when try_cast(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(written as varchar)) as decimal(24, 9)) < 0
                        then '<0'
                    else cast(cast(5 * floor(cast(floor(try_cast(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(written as varchar)) as decimal(24, 9))) as double) / 5) as bigint) as varchar)
                        || '-' || cast(cast(5 * floor(cast(floor(try_cast(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(written as varchar)) as decimal(24, 9))) as double) / 5) as bigint) + 4 as varchar)
                end
            when trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(written as varchar)) != '' then '*'
        end as crowd_3_1_5_wide,
        case
            when try_cast(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(written as varchar)) as decimal(24, 9)) is not null
                then case
                    when try_cast(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(written as varchar)) as decimal(24, 9)) < 0
                        then '<0'
                    else cast(cast(20 * floor(cast(floor(try_cast(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(written as varchar)) as decimal(24, 9))) as double) / 20) as bigint) as varchar)
                        || '-' || cast(cast(20 * floor(cast(floor(try_cast(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(written as varchar)) as decimal(24, 9))) as double) / 20) as bigint) + 19 as varchar)
                end
            when trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(written as varchar)) != '' then '*'
        end as crowd_3_2_20_wide,
        case
            when try_cast(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(whole as varchar)) as decimal(24, 9)) is not null
                then case
                    when try_cast(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(whole as varchar)) as decimal(24, 9)) < -50
                        then '<-50'
                    when try_cast(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(whole as varchar)) as decimal(24, 9)) >= 100
                        then '100+'
                    else rtrim(rtrim(cast(try_cast(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(whole as varchar)) as decimal(24, 9)) as varchar), '0'), '.')
                end
            when trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(whole as varchar)) != '' then '*'
        end as crowd_4_0_value,
        case
            when try_cast(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(whole as varchar)) as decimal(24, 9)) is not null
                then case
                    when try_cast(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(whole as varchar)) as decimal(24, 9)) < -50
                        then '<-50'
                    when try_cast(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(whole as varchar)) as decimal(24, 9)) >= 100
                        then '100+'
                    when try_cast(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(whole as varchar)) as decimal(24, 9)) < -47
                        then '-50 to -48'
                    when try_cast(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(whole as varchar)) as decimal(24, 9)) >= 98
                        then '98-99'
                    when try_cast(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(whole as varchar)) as decimal(24, 9)) < 3
                        then cast(cast(5 * floor(cast((floor(try_cast(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(whole as varchar)) as decimal(24, 9))) - 3) as double) / 5) as bigint) + 3 as varchar)
                            || ' to ' || cast(cast(5 * floor(cast((floor(try_cast(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(whole as varchar)) as decimal(24, 9))) - 3) as double) / 5) as bigint) + 7 as varchar)
                    else cast(cast(5 * floor(cast((floor(try_cast(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(whole as varchar)) as decimal(24, 9))) - 3) as double) / 5) as bigint) + 3 as varchar)
                        || '-' || cast(cast(5 * floor(cast((floor(try_cast(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(whole as varchar)) as decimal(24, 9))) - 3) as double) / 5) as bigint) + 7 as varchar)
                end
            when trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(whole as varchar)) != '' then '*'
        end as crowd_4_1_5_wide,
        case
            when try_cast(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(whole as varchar)) as decimal(24, 9)) is not null
                then case
                    when try_cast(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(whole as varchar)) as decimal(24, 9)) < -50
                        then '<-50'
                    when try_cast(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(whole as varchar)) as decimal(24, 9)) >= 100
                        then '100+'
                    when try_cast(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(whole as varchar)) as decimal(24, 9)) < -47
                        then '-50 to -48'
                    when try_cast(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(whole as varchar)) as decimal(24, 9)) >= 93
                        then '93-99'
                    when try_cast(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(whole as varchar)) as decimal(24, 9)) < 3
                        then cast(cast(10 * floor(cast((floor(try_cast(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(whole as varchar)) as decimal(24, 9))) - 3) as double) / 10) as bigint) + 3 as varchar)
                            || ' to ' || cast(cast(10 * floor(cast((floor(try_cast(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(whole as varchar)) as decimal(24, 9))) - 3) as double) / 10) as bigint) + 12 as varchar)
                    else cast(cast(10 * floor(cast((floor(try_cast(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(whole as varchar)) as decimal(24, 9))) - 3) as double) / 10) as bigint) + 3 as varchar)
                        || '-' || cast(cast(10 * floor(cast((floor(try_cast(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(whole as varchar)) as decimal(24, 9))) - 3) as double) / 10) as bigint) + 12 as varchar)
                end
            when trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(whole as varchar)) != '' then '*'
        end as crowd_4_2_10_wide,
        nullif(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(flag as varchar)), '') as crowd_5_0_value
    from source
),

tuples as (
    select
        crowd_1_0_value,
        crowd_1_1_5_wide,
        crowd_1_2_10_wide,
        crowd_2_0_value,
        crowd_2_1_2_5_wide,
        crowd_2_2_5_wide,
        crowd_3_0_value,
        crowd_3_1_5_wide,
        crowd_3_2_20_wide,
        crowd_4_0_value,
        crowd_4_1_5_wide,
        crowd_4_2_10_wide,
        crowd_5_0_value,
        count(*) as crowd_rows
    from generalized
    group by
        crowd_1_0_value,
        crowd_1_1_5_wide,
        crowd_1_2_10_wide,
        crowd_2_0_value,
        crowd_2_1_2_5_wide,
        crowd_2_2_5_wide,
        crowd_3_0_value,
        crowd_3_1_5_wide,
        crowd_3_2_20_wide,
        crowd_4_0_value,
        crowd_4_1_5_wide,
        crowd_4_2_10_wide,
        crowd_5_0_value
),

crowds_1 as (
    select
        crowd_1_0_value,
        crowd_2_0_value,
        crowd_3_0_value,
        crowd_4_0_value,
        crowd_5_0_value,
        1 as crowd_found
    from tuples
    group by crowd_1_0_value, crowd_2_0_value, crowd_3_0_value, crowd_4_0_value, crowd_5_0_value
    having sum(crowd_rows) >= 2
),

rung_1 as (
    select
        tuples.crowd_1_0_value,
        tuples.crowd_1_1_5_wide,
        tuples.crowd_1_2_10_wide,
        tuples.crowd_2_0_value,
        tuples.crowd_2_1_2_5_wide,
        tuples.crowd_2_2_5_wide,
        tuples.crowd_3_0_value,
        tuples.crowd_3_1_5_wide,
        tuples.crowd_3_2_20_wide,
        tuples.crowd_4_0_value,
        tuples.crowd_4_1_5_wide,
        tuples.crowd_4_2_10_wide,
        tuples.crowd_5_0_value,
        tuples.crowd_rows,
        case when crowds_1.crowd_found = 1 then 1 end as crowd_rung
    from tuples
    left join crowds_1
        on coalesce(tuples.crowd_1_0_value, '') = coalesce(crowds_1.crowd_1_0_value, '')
        and coalesce(tuples.crowd_2_0_value, '') = coalesce(crowds_1.crowd_2_0_value, '')
        and coalesce(tuples.crowd_3_0_value, '') = coalesce(crowds_1.crowd_3_0_value, '')
        and coalesce(tuples.crowd_4_0_value, '') = coalesce(crowds_1.crowd_4_0_value, '')
        and coalesce(tuples.crowd_5_0_value, '') = coalesce(crowds_1.crowd_5_0_value, '')
),

crowds_2 as (
    select
        crowd_1_1_5_wide,
        crowd_2_1_2_5_wide,
        crowd_3_1_5_wide,
        crowd_4_1_5_wide,
        crowd_5_0_value,
        1 as crowd_found
    from rung_1
    where crowd_rung is null
    group by crowd_1_1_5_wide, crowd_2_1_2_5_wide, crowd_3_1_5_wide, crowd_4_1_5_wide, crowd_5_0_value
    having sum(crowd_rows) >= 2
),

rung_2 as (
    select
        rung_1.crowd_1_0_value,
        rung_1.crowd_1_1_5_wide,
        rung_1.crowd_1_2_10_wide,
        rung_1.crowd_2_0_value,
        rung_1.crowd_2_1_2_5_wide,
        rung_1.crowd_2_2_5_wide,
        rung_1.crowd_3_0_value,
        rung_1.crowd_3_1_5_wide,
        rung_1.crowd_3_2_20_wide,
        rung_1.crowd_4_0_value,
        rung_1.crowd_4_1_5_wide,
        rung_1.crowd_4_2_10_wide,
        rung_1.crowd_5_0_value,
        rung_1.crowd_rows,
        coalesce(rung_1.crowd_rung, case when crowds_2.crowd_found = 1 then 2 end) as crowd_rung
    from rung_1
    left join crowds_2
        on coalesce(rung_1.crowd_1_1_5_wide, '') = coalesce(crowds_2.crowd_1_1_5_wide, '')
        and coalesce(rung_1.crowd_2_1_2_5_wide, '') = coalesce(crowds_2.crowd_2_1_2_5_wide, '')
        and coalesce(rung_1.crowd_3_1_5_wide, '') = coalesce(crowds_2.crowd_3_1_5_wide, '')
        and coalesce(rung_1.crowd_4_1_5_wide, '') = coalesce(crowds_2.crowd_4_1_5_wide, '')
        and coalesce(rung_1.crowd_5_0_value, '') = coalesce(crowds_2.crowd_5_0_value, '')
),

crowds_3 as (
    select
        crowd_1_2_10_wide,
        crowd_2_2_5_wide,
        crowd_3_2_20_wide,
        crowd_4_2_10_wide,
        crowd_5_0_value,
        1 as crowd_found
    from rung_2
    where crowd_rung is null
    group by crowd_1_2_10_wide, crowd_2_2_5_wide, crowd_3_2_20_wide, crowd_4_2_10_wide, crowd_5_0_value
    having sum(crowd_rows) >= 2
),

rung_3 as (
    select
        rung_2.crowd_1_0_value,
        rung_2.crowd_1_1_5_wide,
        rung_2.crowd_1_2_10_wide,
        rung_2.crowd_2_0_value,
        rung_2.crowd_2_1_2_5_wide,
        rung_2.crowd_2_2_5_wide,
        rung_2.crowd_3_0_value,
        rung_2.crowd_3_1_5_wide,
        rung_2.crowd_3_2_20_wide,
        rung_2.crowd_4_0_value,
        rung_2.crowd_4_1_5_wide,
        rung_2.crowd_4_2_10_wide,
        rung_2.crowd_5_0_value,
        rung_2.crowd_rows,
        coalesce(rung_2.crowd_rung, case when crowds_3.crowd_found = 1 then 3 end) as crowd_rung
    from rung_2
    left join crowds_3
        on coalesce(rung_2.crowd_1_2_10_wide, '') = coalesce(crowds_3.crowd_1_2_10_wide, '')
        and coalesce(rung_2.crowd_2_2_5_wide, '') = coalesce(crowds_3.crowd_2_2_5_wide, '')
        and coalesce(rung_2.crowd_3_2_20_wide, '') = coalesce(crowds_3.crowd_3_2_20_wide, '')
        and coalesce(rung_2.crowd_4_2_10_wide, '') = coalesce(crowds_3.crowd_4_2_10_wide, '')
        and coalesce(rung_2.crowd_5_0_value, '') = coalesce(crowds_3.crowd_5_0_value, '')
),

crowds_4 as (
    select
        crowd_1_2_10_wide,
        1 as crowd_found
    from rung_3
    where crowd_rung is null
    group by crowd_1_2_10_wide
    having sum(crowd_rows) >= 2
),

rung_4 as (
    select
        rung_3.crowd_1_0_value,
        rung_3.crowd_1_1_5_wide,
        rung_3.crowd_1_2_10_wide,
        rung_3.crowd_2_0_value,
        rung_3.crowd_2_1_2_5_wide,
        rung_3.crowd_2_2_5_wide,
        rung_3.crowd_3_0_value,
        rung_3.crowd_3_1_5_wide,
        rung_3.crowd_3_2_20_wide,
        rung_3.crowd_4_0_value,
        rung_3.crowd_4_1_5_wide,
        rung_3.crowd_4_2_10_wide,
        rung_3.crowd_5_0_value,
        rung_3.crowd_rows,
        coalesce(rung_3.crowd_rung, case when crowds_4.crowd_found = 1 then 4 end) as crowd_rung
    from rung_3
    left join crowds_4
        on coalesce(rung_3.crowd_1_2_10_wide, '') = coalesce(crowds_4.crowd_1_2_10_wide, '')
),

crowds_5 as (
    select
        1 as crowd_found
    from rung_4
    where crowd_rung is null
    having sum(crowd_rows) >= 2
),

rung_5 as (
    select
        rung_4.crowd_1_0_value,
        rung_4.crowd_1_1_5_wide,
        rung_4.crowd_1_2_10_wide,
        rung_4.crowd_2_0_value,
        rung_4.crowd_2_1_2_5_wide,
        rung_4.crowd_2_2_5_wide,
        rung_4.crowd_3_0_value,
        rung_4.crowd_3_1_5_wide,
        rung_4.crowd_3_2_20_wide,
        rung_4.crowd_4_0_value,
        rung_4.crowd_4_1_5_wide,
        rung_4.crowd_4_2_10_wide,
        rung_4.crowd_5_0_value,
        rung_4.crowd_rows,
        coalesce(rung_4.crowd_rung, case when crowds_5.crowd_found = 1 then 5 end) as crowd_rung
    from rung_4
    left join crowds_5
        on 1 = 1
),

released as (
    select
        case rung_5.crowd_rung when 1 then generalized.crowd_1_0_value when 2 then generalized.crowd_1_1_5_wide when 3 then generalized.crowd_1_2_10_wide when 4 then generalized.crowd_1_2_10_wide when 5 then cast('*' as varchar) end as exact,
        case rung_5.crowd_rung when 1 then generalized.crowd_2_0_value when 2 then generalized.crowd_2_1_2_5_wide when 3 then generalized.crowd_2_2_5_wide when 4 then cast('*' as varchar) when 5 then cast('*' as varchar) end as floating,
        case rung_5.crowd_rung when 1 then generalized.crowd_3_0_value when 2 then generalized.crowd_3_1_5_wide when 3 then generalized.crowd_3_2_20_wide when 4 then cast('*' as varchar) when 5 then cast('*' as varchar) end as written,
        case rung_5.crowd_rung when 1 then generalized.crowd_4_0_value when 2 then generalized.crowd_4_1_5_wide when 3 then generalized.crowd_4_2_10_wide when 4 then cast('*' as varchar) when 5 then cast('*' as varchar) end as whole,
        case rung_5.crowd_rung when 1 then generalized.crowd_5_0_value when 2 then generalized.crowd_5_0_value when 3 then generalized.crowd_5_0_value when 4 then cast('*' as varchar) when 5 then cast('*' as varchar) end as flag
    from generalized
    inner join rung_5
        on coalesce(generalized.crowd_1_0_value, '') = coalesce(rung_5.crowd_1_0_value, '')
        and coalesce(generalized.crowd_1_1_5_wide, '') = coalesce(rung_5.crowd_1_1_5_wide, '')
        and coalesce(generalized.crowd_1_2_10_wide, '') = coalesce(rung_5.crowd_1_2_10_wide, '')
        and coalesce(generalized.crowd_2_0_value, '') = coalesce(rung_5.crowd_2_0_value, '')
        and coalesce(generalized.crowd_2_1_2_5_wide, '') = coalesce(rung_5.crowd_2_1_2_5_wide, '')
        and coalesce(generalized.crowd_2_2_5_wide, '') = coalesce(rung_5.crowd_2_2_5_wide, '')
        and coalesce(generalized.crowd_3_0_value, '') = coalesce(rung_5.crowd_3_0_value, '')
        and coalesce(generalized.crowd_3_1_5_wide, '') = coalesce(rung_5.crowd_3_1_5_wide, '')
        and coalesce(generalized.crowd_3_2_20_wide, '') = coalesce(rung_5.crowd_3_2_20_wide, '')
        and coalesce(generalized.crowd_4_0_value, '') = coalesce(rung_5.crowd_4_0_value, '')
        and coalesce(generalized.crowd_4_1_5_wide, '') = coalesce(rung_5.crowd_4_1_5_wide, '')
        and coalesce(generalized.crowd_4_2_10_wide, '') = coalesce(rung_5.crowd_4_2_10_wide, '')
        and coalesce(generalized.crowd_5_0_value, '') = coalesce(rung_5.crowd_5_0_value, '')
    where rung_5.crowd_rung is not null
)

select
    exact,
    floating,
    written,
    whole,
    flag
from released
