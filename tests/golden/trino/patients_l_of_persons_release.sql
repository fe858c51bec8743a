/* dbt_crowd {"hierarchies": {}, "input": {"database": "warehouse", "identifier": "patients_input", "schema": "hard_cases"}, "policy": "ab295ebe7d07ece6d0da75ac1b3797c5", "sql": "b217916b547b3d1cc2ac3ee9ab2a6e08", "unique_id": "model.integration_tests.patients_l_of_persons_release"} */
with source as (
    select
        person,
        zip,
        age,
        sex,
        diagnosis,
        ward,
        grade,
        income
    from "warehouse"."hard_cases"."patients_input"
),

generalized as (
    select
        nullif(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(person as varchar)), '') as crowd_person,
        case
            when substr(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(zip as varchar)), 1, 1) not in ('', '*')
                then trim(both ' ' || chr(9) || chr(10) || chr(13) from substr(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(zip as varchar)), 1, 4)) || '*'
            when trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(zip as varchar)) != '' then '*'
        end as crowd_1_1_4_digits,
        case
            when substr(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(zip as varchar)), 1, 1) not in ('', '*')
                then trim(both ' ' || chr(9) || chr(10) || chr(13) from substr(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(zip as varchar)), 1, 3)) || '**'
            when trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(zip as varchar)) != '' then '*'
        end as crowd_1_2_3_digits,
        case
            when try_cast(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(age as varchar)) as decimal(24, 9)) is not null
                then case
                    when try_cast(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(age as varchar)) as decimal(24, 9)) < 0
                        then cast(cast(20 * floor(cast(floor(try_cast(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(age as varchar)) as decimal(24, 9))) as double) / 20) as bigint) as varchar)
                            || ' to ' || cast(cast(20 * floor(cast(floor(try_cast(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(age as varchar)) as decimal(24, 9))) as double) / 20) as bigint) + 19 as varchar)
                    else cast(cast(20 * floor(cast(floor(try_cast(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(age as varchar)) as decimal(24, 9))) as double) / 20) as bigint) as varchar)
                        || '-' || cast(cast(20 * floor(cast(floor(try_cast(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(age as varchar)) as decimal(24, 9))) as double) / 20) as bigint) + 19 as varchar)
                end
            when trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(age as varchar)) != '' then '*'
        end as crowd_2_2_20_years,
        nullif(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(sex as varchar)), '') as crowd_3_0_value,
        diagnosis,
        ward,
        grade,
        income,
        nullif(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(diagnosis as varchar)), '') as crowd_sensitive_1,
        nullif(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(ward as varchar)), '') as crowd_sensitive_2,
        nullif(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(grade as varchar)), '') as crowd_sensitive_3,
        nullif(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(income as varchar)), '') as crowd_sensitive_4
    from source
),

tuples as (
    select
        crowd_1_1_4_digits,
        crowd_1_2_3_digits,
        crowd_2_2_20_years,
        crowd_3_0_value,
        crowd_person,
        count(*) as crowd_rows
    from generalized
    group by
        crowd_1_1_4_digits,
        crowd_1_2_3_digits,
        crowd_2_2_20_years,
        crowd_3_0_value,
        crowd_person
),

crowds_1 as (
    select
        crowd_1_1_4_digits,
        crowd_2_2_20_years,
        crowd_3_0_value,
        1 as crowd_found
    from tuples
    group by crowd_1_1_4_digits, crowd_2_2_20_years, crowd_3_0_value
    having count(distinct crowd_person) >= 4
),

rung_1 as (
    select
        tuples.crowd_1_1_4_digits,
        tuples.crowd_1_2_3_digits,
        tuples.crowd_2_2_20_years,
        tuples.crowd_3_0_value,
        tuples.crowd_person,
        tuples.crowd_rows,
        case when crowds_1.crowd_found = 1 then 1 end as crowd_rung
    from tuples
    left join crowds_1
        on coalesce(tuples.crowd_1_1_4_digits, '') = coalesce(crowds_1.crowd_1_1_4_digits, '')
        and coalesce(tuples.crowd_2_2_20_years, '') = coalesce(crowds_1.crowd_2_2_20_years, '')
        and coalesce(tuples.crowd_3_0_value, '') = coalesce(crowds_1.crowd_3_0_value, '')
),

crowds_2 as (
    select
        crowd_1_2_3_digits,
        crowd_2_2_20_years,
        1 as crowd_found
    from rung_1
    where crowd_rung is null
    group by crowd_1_2_3_digits, crowd_2_2_20_years
    having count(distinct crowd_person) >= 4
),

rung_2 as (
    select
        rung_1.crowd_1_1_4_digits,
        rung_1.crowd_1_2_3_digits,
        rung_1.crowd_2_2_20_years,
        rung_1.crowd_3_0_value,
        rung_1.crowd_person,
        rung_1.crowd_rows,
        coalesce(rung_1.crowd_rung, case when crowds_2.crowd_found = 1 then 2 end) as crowd_rung
    from rung_1
    left join crowds_2
        on coalesce(rung_1.crowd_1_2_3_digits, '') = coalesce(crowds_2.crowd_1_2_3_digits, '')
        and coalesce(rung_1.crowd_2_2_20_years, '') = coalesce(crowds_2.crowd_2_2_20_years, '')
),

routed as (
    select
        generalized.crowd_person,
        case rung_2.crowd_rung when 1 then generalized.crowd_1_1_4_digits when 2 then generalized.crowd_1_2_3_digits end as zip,
        generalized.crowd_2_2_20_years as age,
        case rung_2.crowd_rung when 1 then generalized.crowd_3_0_value when 2 then cast('*' as varchar) end as sex,
        generalized.diagnosis,
        generalized.ward,
        generalized.grade,
        generalized.income,
        generalized.crowd_sensitive_1,
        generalized.crowd_sensitive_2,
        generalized.crowd_sensitive_3,
        generalized.crowd_sensitive_4
    from generalized
    inner join rung_2
        on coalesce(generalized.crowd_1_1_4_digits, '') = coalesce(rung_2.crowd_1_1_4_digits, '')
        and coalesce(generalized.crowd_1_2_3_digits, '') = coalesce(rung_2.crowd_1_2_3_digits, '')
        and coalesce(generalized.crowd_2_2_20_years, '') = coalesce(rung_2.crowd_2_2_20_years, '')
        and coalesce(generalized.crowd_3_0_value, '') = coalesce(rung_2.crowd_3_0_value, '')
        and coalesce(generalized.crowd_person, '') = coalesce(rung_2.crowd_person, '')
    where rung_2.crowd_rung is not null
),

holders_1 as (
    select
        zip,
        age,
        sex,
        crowd_person,
        crowd_sensitive_1 as crowd_value,
        row_number() over (partition by zip, age, sex, crowd_person order by case when crowd_sensitive_1 is null then 1 else 0 end, crowd_sensitive_1) as crowd_turn
    from routed
    group by zip, age, sex, crowd_person, crowd_sensitive_1
),

class_values_1 as (
    select
        zip,
        age,
        sex,
        crowd_value,
        count(crowd_person) as crowd_size,
        sum(sum(case when crowd_turn = 1 and crowd_person is not null then 1 else 0 end)) over (partition by zip, age, sex) as crowd_class_size,
        sum(sum(case when crowd_turn = 1 and crowd_person is not null and crowd_value is not null then 1 else 0 end)) over (partition by zip, age, sex) as crowd_valued_size
    from holders_1
    group by zip, age, sex, crowd_value
),

fails_1 as (
    select
        zip,
        age,
        sex,
        1 as crowd_found
    from class_values_1
    group by zip, age, sex
    having
        count(case when crowd_value is not null and crowd_size > 0 then 1 end) < 4
        or max(case when crowd_value is not null and crowd_size > 0 then crowd_size else 0 end) >= max(crowd_valued_size)
),

holders_2 as (
    select
        zip,
        age,
        sex,
        crowd_person,
        crowd_sensitive_2 as crowd_value,
        row_number() over (partition by zip, age, sex, crowd_person order by case when crowd_sensitive_2 is null then 1 else 0 end, crowd_sensitive_2) as crowd_turn
    from routed
    group by zip, age, sex, crowd_person, crowd_sensitive_2
),

class_values_2 as (
    select
        zip,
        age,
        sex,
        crowd_value,
        count(crowd_person) as crowd_size,
        sum(sum(case when crowd_turn = 1 and crowd_person is not null then 1 else 0 end)) over (partition by zip, age, sex) as crowd_class_size,
        sum(sum(case when crowd_turn = 1 and crowd_person is not null and crowd_value is not null then 1 else 0 end)) over (partition by zip, age, sex) as crowd_valued_size
    from holders_2
    group by zip, age, sex, crowd_value
),

fails_2 as (
    select
        zip,
        age,
        sex,
        1 as crowd_found
    from class_values_2
    group by zip, age, sex
    having
        count(case when crowd_value is not null and crowd_size > 0 then 1 end) < 2
        or max(case when crowd_value is not null and crowd_size > 0 then crowd_size else 0 end) >= max(crowd_valued_size)
        or (sum(case when crowd_value is not null and crowd_size > 0 then cast(crowd_size as double) end) * ln(nullif(cast(max(crowd_valued_size) as double), 0)) - sum(case when crowd_value is not null and crowd_size > 0 then cast(crowd_size as double) * ln(cast(crowd_size as double)) end)) / nullif(cast(max(crowd_valued_size) as double), 0) < ln(2) - 1e-9
),

holders_3 as (
    select
        zip,
        age,
        sex,
        crowd_person,
        crowd_sensitive_3 as crowd_value,
        row_number() over (partition by zip, age, sex, crowd_person order by case when crowd_sensitive_3 is null then 1 else 0 end, crowd_sensitive_3) as crowd_turn
    from routed
    group by zip, age, sex, crowd_person, crowd_sensitive_3
),

class_values_3 as (
    select
        zip,
        age,
        sex,
        crowd_value,
        count(crowd_person) as crowd_size,
        sum(sum(case when crowd_turn = 1 and crowd_person is not null then 1 else 0 end)) over (partition by zip, age, sex) as crowd_class_size,
        sum(sum(case when crowd_turn = 1 and crowd_person is not null and crowd_value is not null then 1 else 0 end)) over (partition by zip, age, sex) as crowd_valued_size
    from holders_3
    group by zip, age, sex, crowd_value
),

ranked_3 as (
    select
        zip,
        age,
        sex,
        crowd_value,
        crowd_size,
        crowd_valued_size,
        row_number() over (
            partition by zip, age, sex
            order by case when crowd_value is not null and crowd_size > 0 then crowd_size else 0 end desc
        ) as crowd_rank
    from class_values_3
),

fails_3 as (
    select
        zip,
        age,
        sex,
        1 as crowd_found
    from ranked_3
    group by zip, age, sex
    having
        count(case when crowd_value is not null and crowd_size > 0 then 1 end) < 2
        or max(case when crowd_value is not null and crowd_size > 0 then crowd_size else 0 end) >= max(crowd_valued_size)
        or max(case when crowd_value is not null and crowd_size > 0 then crowd_size else 0 end) * 1 >= sum(case when crowd_value is not null and crowd_size > 0 and crowd_rank >= 2 then crowd_size else 0 end) * 2
),

holders_4 as (
    select
        zip,
        age,
        sex,
        crowd_person,
        crowd_sensitive_4 as crowd_value,
        row_number() over (partition by zip, age, sex, crowd_person order by case when crowd_sensitive_4 is null then 1 else 0 end, crowd_sensitive_4) as crowd_turn
    from routed
    group by zip, age, sex, crowd_person, crowd_sensitive_4
),

class_values_4 as (
    select
        zip,
        age,
        sex,
        crowd_value,
        count(crowd_person) as crowd_size,
        sum(sum(case when crowd_turn = 1 and crowd_person is not null then 1 else 0 end)) over (partition by zip, age, sex) as crowd_class_size,
        sum(sum(case when crowd_turn = 1 and crowd_person is not null and crowd_value is not null then 1 else 0 end)) over (partition by zip, age, sex) as crowd_valued_size
    from holders_4
    group by zip, age, sex, crowd_value
),

fails_4 as (
    select
        zip,
        age,
        sex,
        1 as crowd_found
    from class_values_4
    group by zip, age, sex
    having
        max(case when crowd_value is not null then crowd_size else 0 end) * 10 > max(crowd_class_size) * 7
        or max(crowd_class_size) = 0
),

released as (
    select
        routed.crowd_person,
        routed.zip,
        routed.age,
        routed.sex,
        routed.diagnosis,
        routed.ward,
        routed.grade,
        routed.income
    from routed
    left join fails_1
        on coalesce(routed.zip, '') = coalesce(fails_1.zip, '')
        and coalesce(routed.age, '') = coalesce(fails_1.age, '')
        and coalesce(routed.sex, '') = coalesce(fails_1.sex, '')
    left join fails_2
        on coalesce(routed.zip, '') = coalesce(fails_2.zip, '')
        and coalesce(routed.age, '') = coalesce(fails_2.age, '')
        and coalesce(routed.sex, '') = coalesce(fails_2.sex, '')
    left join fails_3
        on coalesce(routed.zip, '') = coalesce(fails_3.zip, '')
        and coalesce(routed.age, '') = coalesce(fails_3.age, '')
        and coalesce(routed.sex, '') = coalesce(fails_3.sex, '')
    left join fails_4
        on coalesce(routed.zip, '') = coalesce(fails_4.zip, '')
        and coalesce(routed.age, '') = coalesce(fails_4.age, '')
        and coalesce(routed.sex, '') = coalesce(fails_4.sex, '')
    where
        fails_1.crowd_found is null
        and fails_2.crowd_found is null
        and fails_3.crowd_found is null
        and fails_4.crowd_found is null
)

select
    crowd_person,
    zip,
    age,
    sex,
    diagnosis,
    ward,
    grade,
    income
from released
