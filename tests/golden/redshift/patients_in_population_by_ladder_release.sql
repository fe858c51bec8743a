/* dbt_crowd {"hierarchies": {}, "input": {"database": "warehouse", "identifier": "patients_input", "schema": "hard_cases"}, "policy": "8581cd8733fb91d47a06d15cf89b60aa", "population": {"database": "warehouse", "identifier": "patients_population", "schema": "hard_cases"}, "sql": "1b36dd714d9b956743156124b38dd606", "unique_id": "model.integration_tests.patients_in_population_by_ladder_release"} */
with source as (
    select
        person,
        zip,
        age,
        sex,
        ward,
        income,
        grade,
        diagnosis
    from "warehouse"."hard_cases"."patients_input"
),

generalized as (
    select
        nullif(btrim(collate(cast(person as varchar(65535)), 'case_sensitive'), ' ' || chr(9) || chr(10) || chr(13)), '') as crowd_person,
        case
            when left(btrim(collate(cast(zip as varchar(65535)), 'case_sensitive'), ' ' || chr(9) || chr(10) || chr(13)), 1) not in ('', '*')
                then btrim(left(btrim(collate(cast(zip as varchar(65535)), 'case_sensitive'), ' ' || chr(9) || chr(10) || chr(13)), 4), ' ' || chr(9) || chr(10) || chr(13)) || '*'
            when btrim(collate(cast(zip as varchar(65535)), 'case_sensitive'), ' ' || chr(9) || chr(10) || chr(13)) != ''
                then '*'
        end as crowd_1_1_4_digits,
        case
            when left(btrim(collate(cast(zip as varchar(65535)), 'case_sensitive'), ' ' || chr(9) || chr(10) || chr(13)), 1) not in ('', '*')
                then btrim(left(btrim(collate(cast(zip as varchar(65535)), 'case_sensitive'), ' ' || chr(9) || chr(10) || chr(13)), 3), ' ' || chr(9) || chr(10) || chr(13)) || '**'
            when btrim(collate(cast(zip as varchar(65535)), 'case_sensitive'), ' ' || chr(9) || chr(10) || chr(13)) != ''
                then '*'
        end as crowd_1_2_3_digits,
        case
            when try_cast(nullif(btrim(cast(age as varchar(65535)), ' ' || chr(9) || chr(10) || chr(13)), '') as decimal(24, 9)) is not null
                then case
                    when try_cast(nullif(btrim(cast(age as varchar(65535)), ' ' || chr(9) || chr(10) || chr(13)), '') as decimal(24, 9)) < 0
                        then cast(cast(20 * floor(cast(floor(try_cast(nullif(btrim(cast(age as varchar(65535)), ' ' || chr(9) || chr(10) || chr(13)), '') as decimal(24, 9))) as double precision) / 20) as bigint) as varchar(65535))
                            || ' to ' || cast(cast(20 * floor(cast(floor(try_cast(nullif(btrim(cast(age as varchar(65535)), ' ' || chr(9) || chr(10) || chr(13)), '') as decimal(24, 9))) as double precision) / 20) as bigint) + 19 as varchar(65535))
                    else cast(cast(20 * floor(cast(floor(try_cast(nullif(btrim(cast(age as varchar(65535)), ' ' || chr(9) || chr(10) || chr(13)), '') as decimal(24, 9))) as double precision) / 20) as bigint) as varchar(65535))
                        || '-' || cast(cast(20 * floor(cast(floor(try_cast(nullif(btrim(cast(age as varchar(65535)), ' ' || chr(9) || chr(10) || chr(13)), '') as decimal(24, 9))) as double precision) / 20) as bigint) + 19 as varchar(65535))
                end
            when btrim(collate(cast(age as varchar(65535)), 'case_sensitive'), ' ' || chr(9) || chr(10) || chr(13)) != ''
                then '*'
        end as crowd_2_2_20_years,
        nullif(btrim(collate(cast(sex as varchar(65535)), 'case_sensitive'), ' ' || chr(9) || chr(10) || chr(13)), '') as crowd_3_0_value,
        ward,
        income,
        grade,
        diagnosis
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
        case rung_2.crowd_rung when 1 then generalized.crowd_3_0_value when 2 then cast('*' as varchar(65535)) end as sex,
        generalized.ward,
        generalized.income,
        generalized.grade,
        generalized.diagnosis
    from generalized
    inner join rung_2
        on coalesce(generalized.crowd_1_1_4_digits, '') = coalesce(rung_2.crowd_1_1_4_digits, '')
        and coalesce(generalized.crowd_1_2_3_digits, '') = coalesce(rung_2.crowd_1_2_3_digits, '')
        and coalesce(generalized.crowd_2_2_20_years, '') = coalesce(rung_2.crowd_2_2_20_years, '')
        and coalesce(generalized.crowd_3_0_value, '') = coalesce(rung_2.crowd_3_0_value, '')
        and coalesce(generalized.crowd_person, '') = coalesce(rung_2.crowd_person, '')
    where rung_2.crowd_rung is not null
),

population as (
    select
        nullif(btrim(collate(cast(person as varchar(65535)), 'case_sensitive'), ' ' || chr(9) || chr(10) || chr(13)), '') as crowd_person,
        postcode as zip,
        age,
        sex
    from "warehouse"."hard_cases"."patients_population"
),

population_labels as (
    select
        crowd_person,
        case
            when left(btrim(collate(cast(zip as varchar(65535)), 'case_sensitive'), ' ' || chr(9) || chr(10) || chr(13)), 1) not in ('', '*')
                then btrim(left(btrim(collate(cast(zip as varchar(65535)), 'case_sensitive'), ' ' || chr(9) || chr(10) || chr(13)), 4), ' ' || chr(9) || chr(10) || chr(13)) || '*'
            when btrim(collate(cast(zip as varchar(65535)), 'case_sensitive'), ' ' || chr(9) || chr(10) || chr(13)) != ''
                then '*'
        end as crowd_1_1_4_digits,
        case
            when left(btrim(collate(cast(zip as varchar(65535)), 'case_sensitive'), ' ' || chr(9) || chr(10) || chr(13)), 1) not in ('', '*')
                then btrim(left(btrim(collate(cast(zip as varchar(65535)), 'case_sensitive'), ' ' || chr(9) || chr(10) || chr(13)), 3), ' ' || chr(9) || chr(10) || chr(13)) || '**'
            when btrim(collate(cast(zip as varchar(65535)), 'case_sensitive'), ' ' || chr(9) || chr(10) || chr(13)) != ''
                then '*'
        end as crowd_1_2_3_digits,
        case
            when try_cast(nullif(btrim(cast(age as varchar(65535)), ' ' || chr(9) || chr(10) || chr(13)), '') as decimal(24, 9)) is not null
                then case
                    when try_cast(nullif(btrim(cast(age as varchar(65535)), ' ' || chr(9) || chr(10) || chr(13)), '') as decimal(24, 9)) < 0
                        then cast(cast(20 * floor(cast(floor(try_cast(nullif(btrim(cast(age as varchar(65535)), ' ' || chr(9) || chr(10) || chr(13)), '') as decimal(24, 9))) as double precision) / 20) as bigint) as varchar(65535))
                            || ' to ' || cast(cast(20 * floor(cast(floor(try_cast(nullif(btrim(cast(age as varchar(65535)), ' ' || chr(9) || chr(10) || chr(13)), '') as decimal(24, 9))) as double precision) / 20) as bigint) + 19 as varchar(65535))
                    else cast(cast(20 * floor(cast(floor(try_cast(nullif(btrim(cast(age as varchar(65535)), ' ' || chr(9) || chr(10) || chr(13)), '') as decimal(24, 9))) as double precision) / 20) as bigint) as varchar(65535))
                        || '-' || cast(cast(20 * floor(cast(floor(try_cast(nullif(btrim(cast(age as varchar(65535)), ' ' || chr(9) || chr(10) || chr(13)), '') as decimal(24, 9))) as double precision) / 20) as bigint) + 19 as varchar(65535))
                end
            when btrim(collate(cast(age as varchar(65535)), 'case_sensitive'), ' ' || chr(9) || chr(10) || chr(13)) != ''
                then '*'
        end as crowd_2_2_20_years,
        nullif(btrim(collate(cast(sex as varchar(65535)), 'case_sensitive'), ' ' || chr(9) || chr(10) || chr(13)), '') as crowd_3_0_value
    from population
),

population_tuples as (
    select
        crowd_1_1_4_digits,
        crowd_1_2_3_digits,
        crowd_2_2_20_years,
        crowd_3_0_value,
        crowd_person,
        count(*) as crowd_rows
    from population_labels
    group by crowd_1_1_4_digits, crowd_1_2_3_digits, crowd_2_2_20_years, crowd_3_0_value, crowd_person
),

class_labels as (
    select distinct
        zip,
        age,
        sex,
        1 as crowd_found
    from routed
),

population_1 as (
    select
        population_tuples.crowd_1_1_4_digits,
        population_tuples.crowd_1_2_3_digits,
        population_tuples.crowd_2_2_20_years,
        population_tuples.crowd_3_0_value,
        population_tuples.crowd_person,
        population_tuples.crowd_rows,
        case when class_labels.crowd_found = 1 then 1 end as crowd_rung
    from population_tuples
    left join class_labels
        on coalesce(population_tuples.crowd_1_1_4_digits, '') = coalesce(class_labels.zip, '')
        and coalesce(population_tuples.crowd_2_2_20_years, '') = coalesce(class_labels.age, '')
        and coalesce(population_tuples.crowd_3_0_value, '') = coalesce(class_labels.sex, '')
),

population_2 as (
    select
        population_1.crowd_1_1_4_digits,
        population_1.crowd_1_2_3_digits,
        population_1.crowd_2_2_20_years,
        population_1.crowd_3_0_value,
        population_1.crowd_person,
        population_1.crowd_rows,
        coalesce(population_1.crowd_rung, case when class_labels.crowd_found = 1 then 2 end) as crowd_rung
    from population_1
    left join class_labels
        on coalesce(population_1.crowd_1_2_3_digits, '') = coalesce(class_labels.zip, '')
        and coalesce(population_1.crowd_2_2_20_years, '') = coalesce(class_labels.age, '')
        and class_labels.sex = '*'
),

population_routed as (
    select
        crowd_person,
        case crowd_rung when 1 then crowd_1_1_4_digits when 2 then crowd_1_2_3_digits end as zip,
        crowd_2_2_20_years as age,
        case crowd_rung when 1 then crowd_3_0_value when 2 then cast('*' as varchar(65535)) end as sex
    from population_2
    where crowd_rung is not null
),

population_sizes as (
    select
        zip,
        age,
        sex,
        count(distinct crowd_person) as crowd_population
    from population_routed
    group by zip, age, sex
),

beside_population as (
    select
        zip,
        age,
        sex,
        count(distinct crowd_person) as crowd_size,
        0 as crowd_population,
        1 as crowd_released
    from routed
    group by zip, age, sex
    union all
    select
        zip,
        age,
        sex,
        0 as crowd_size,
        crowd_population,
        0 as crowd_released
    from population_sizes
),

fails_1 as (
    select
        zip,
        age,
        sex,
        1 as crowd_found
    from beside_population
    group by zip, age, sex
    having
        max(crowd_released) = 1 and sum(crowd_population) < 12
),

fails_2 as (
    select
        zip,
        age,
        sex,
        1 as crowd_found
    from beside_population
    group by zip, age, sex
    having
        max(crowd_released) = 1 and (sum(crowd_population) = 0 or sum(crowd_size) * 1 < sum(crowd_population) * 0 or sum(crowd_size) * 10 > sum(crowd_population) * 9)
),

released as (
    select
        routed.crowd_person,
        routed.zip,
        routed.age,
        routed.sex,
        routed.ward,
        routed.income,
        routed.grade,
        routed.diagnosis
    from routed
    left join fails_1
        on coalesce(routed.zip, '') = coalesce(fails_1.zip, '')
        and coalesce(routed.age, '') = coalesce(fails_1.age, '')
        and coalesce(routed.sex, '') = coalesce(fails_1.sex, '')
    left join fails_2
        on coalesce(routed.zip, '') = coalesce(fails_2.zip, '')
        and coalesce(routed.age, '') = coalesce(fails_2.age, '')
        and coalesce(routed.sex, '') = coalesce(fails_2.sex, '')
    where
        fails_1.crowd_found is null
        and fails_2.crowd_found is null
)

select
    crowd_person,
    zip,
    age,
    sex,
    ward,
    income,
    grade,
    diagnosis
from released
