/* dbt_crowd {"hierarchies": {}, "input": {"database": "warehouse", "identifier": "patients_input", "schema": "hard_cases"}, "policy": "d51648f955e71c97605f6dc1413b7760", "sql": "a5068e7e8ad115cc3feb8c98f7d9c5cf", "unique_id": "model.integration_tests.patients_t_release"} */
with source as (
    select
        zip,
        age,
        sex,
        diagnosis,
        ward,
        income,
        grade
    from "warehouse"."hard_cases"."patients_input"
),

generalized as (
    select
        case
            when substr(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(zip as varchar)), 1, 1) not in ('', '*')
                then trim(both ' ' || chr(9) || chr(10) || chr(13) from substr(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(zip as varchar)), 1, 3)) || '**'
            when trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(zip as varchar)) != '' then '*'
        end as zip,
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
        end as age,
        nullif(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(sex as varchar)), '') as sex,
        diagnosis,
        ward,
        income,
        grade,
        case
            when trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(diagnosis as varchar)) in ('D0', 'D1', 'D2', 'D3', 'D4', 'D5')
                then trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(diagnosis as varchar))
            when trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(diagnosis as varchar)) != '' then '*'
        end as crowd_sensitive_1,
        case
            when trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(diagnosis as varchar)) in ('D0', 'D1', 'D2')
                then 'low'
            when trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(diagnosis as varchar)) in ('D3', 'D4', 'D5')
                then 'high'
            when trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(diagnosis as varchar)) != '' then '*'
        end as crowd_sensitive_1_node_1,
        nullif(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(ward as varchar)), '') as crowd_sensitive_2,
        nullif(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(income as varchar)), '') as crowd_sensitive_3,
        case when try_cast(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(income as varchar)) as decimal(38, 9)) is not null then try_cast(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(income as varchar)) as decimal(38, 9)) end as crowd_sensitive_3_order,
        nullif(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(grade as varchar)), '') as crowd_sensitive_4
    from source
),

crowds as (
    select
        zip,
        age,
        sex,
        row_number() over (order by zip, age, sex) as crowd_place
    from generalized
    group by zip, age, sex
    having count(*) >= 4
),

routed as (
    select
        generalized.zip,
        generalized.age,
        generalized.sex,
        generalized.diagnosis,
        generalized.ward,
        generalized.income,
        generalized.grade,
        generalized.crowd_sensitive_1,
        generalized.crowd_sensitive_2,
        generalized.crowd_sensitive_3,
        generalized.crowd_sensitive_4,
        crowds.crowd_place
    from generalized
    inner join crowds
        on coalesce(generalized.zip, '') = coalesce(crowds.zip, '')
        and coalesce(generalized.age, '') = coalesce(crowds.age, '')
        and coalesce(generalized.sex, '') = coalesce(crowds.sex, '')
),

overall_values_1 as (
    select
        crowd_sensitive_1 as crowd_value,
        count(*) as crowd_size,
        min(crowd_sensitive_1_node_1) as crowd_node_1
    from generalized
    group by crowd_sensitive_1
),

overall_1 as (
    select
        crowd_value,
        cast(crowd_size as double) / sum(crowd_size) over () as crowd_share,
        cast(1 as double) as crowd_all,
        count(*) over () as crowd_values,
        crowd_node_1,
        cast(sum(crowd_size) over (partition by crowd_node_1) as double) / sum(crowd_size) over () as crowd_node_share_1
    from overall_values_1
),

overall_values_2 as (
    select
        crowd_sensitive_2 as crowd_value,
        count(*) as crowd_size
    from generalized
    group by crowd_sensitive_2
),

overall_2 as (
    select
        crowd_value,
        cast(crowd_size as double) / sum(crowd_size) over () as crowd_share,
        cast(1 as double) as crowd_all,
        count(*) over () as crowd_values
    from overall_values_2
),

overall_values_3 as (
    select
        crowd_sensitive_3 as crowd_value,
        count(*) as crowd_size,
        min(crowd_sensitive_3_order) as crowd_order
    from generalized
    group by crowd_sensitive_3
),

overall_shares_3 as (
    select
        crowd_value,
        cast(crowd_size as double) / sum(crowd_size) over () as crowd_share,
        cast(1 as double) as crowd_all,
        count(*) over () as crowd_values,
        crowd_order as crowd_key,
        sum(case when crowd_value is not null and crowd_order is null then 1 else 0 end) over () as crowd_texts
    from overall_values_3
),

overall_places_3 as (
    select
        crowd_value,
        crowd_share,
        crowd_all,
        crowd_values,
        0 as crowd_unplaced,
        row_number() over (order by case when crowd_value is null then 1 else 0 end, case when crowd_texts = 0 then crowd_key end, crowd_value) as crowd_place
    from overall_shares_3
),

overall_3 as (
    select
        crowd_value,
        crowd_share,
        crowd_all,
        crowd_values,
        crowd_unplaced,
        crowd_place,
        sum(crowd_share) over (order by crowd_place rows unbounded preceding) as crowd_running
    from overall_places_3
),

overall_values_4 as (
    select
        crowd_sensitive_4 as crowd_value,
        count(*) as crowd_size
    from generalized
    group by crowd_sensitive_4
),

overall_shares_4 as (
    select
        crowd_value,
        cast(crowd_size as double) / sum(crowd_size) over () as crowd_share,
        cast(1 as double) as crowd_all,
        count(*) over () as crowd_values,
        case crowd_value when 'G2' then 1 when 'G0' then 2 when 'G1' then 3 end as crowd_key
    from overall_values_4
),

overall_places_4 as (
    select
        crowd_value,
        crowd_share,
        crowd_all,
        crowd_values,
        sum(case when crowd_value is not null and crowd_key is null then 1 else 0 end) over () as crowd_unplaced,
        row_number() over (order by case when crowd_value is null then 1 else 0 end, crowd_key, crowd_value) as crowd_place
    from overall_shares_4
),

overall_4 as (
    select
        crowd_value,
        crowd_share,
        crowd_all,
        crowd_values,
        crowd_unplaced,
        crowd_place,
        sum(crowd_share) over (order by crowd_place rows unbounded preceding) as crowd_running
    from overall_places_4
),

class_values_1 as (
    select
        zip,
        age,
        sex,
        crowd_sensitive_1 as crowd_value,
        count(*) as crowd_size,
        sum(count(*)) over (partition by zip, age, sex) as crowd_class_size
    from routed
    group by zip, age, sex, crowd_sensitive_1
),

class_shares_1 as (
    select
        class_values_1.zip,
        class_values_1.age,
        class_values_1.sex,
        cast(class_values_1.crowd_size as double) / class_values_1.crowd_class_size as crowd_share,
        overall_1.crowd_share as crowd_overall,
        overall_1.crowd_all,
        overall_1.crowd_values,
        overall_1.crowd_node_1,
        overall_1.crowd_node_share_1
    from class_values_1
    left join overall_1
        on coalesce(class_values_1.crowd_value, '') = coalesce(overall_1.crowd_value, '')
),

nodes_1_1 as (
    select
        zip,
        age,
        sex,
        crowd_node_1,
        max(crowd_all) as crowd_all,
        sum(crowd_share) as crowd_share,
        max(crowd_node_share_1) as crowd_overall,
        case when count(crowd_share * crowd_overall) < count(*) then 1 else 0 end as crowd_incomparable,
        least((max(crowd_node_share_1) - sum(crowd_overall) + sum(greatest(crowd_overall - crowd_share, 0))), sum(greatest(crowd_share - crowd_overall, 0))) * 1 / 2 as crowd_cost
    from class_shares_1
    group by zip, age, sex, crowd_node_1
),

fails_1 as (
    select
        zip,
        age,
        sex,
        1 as crowd_found
    from nodes_1_1
    group by zip, age, sex
    having
        sum(crowd_cost) + ((max(crowd_all) - sum(crowd_overall) + sum(greatest(crowd_overall - crowd_share, 0))) + sum(greatest(crowd_share - crowd_overall, 0))) / 2 > 0.12 + 1e-9
        or max(crowd_incomparable) = 1
),

class_values_2 as (
    select
        zip,
        age,
        sex,
        crowd_sensitive_2 as crowd_value,
        count(*) as crowd_size,
        sum(count(*)) over (partition by zip, age, sex) as crowd_class_size
    from routed
    group by zip, age, sex, crowd_sensitive_2
),

class_shares_2 as (
    select
        class_values_2.zip,
        class_values_2.age,
        class_values_2.sex,
        cast(class_values_2.crowd_size as double) / class_values_2.crowd_class_size as crowd_share,
        overall_2.crowd_share as crowd_overall,
        overall_2.crowd_all,
        overall_2.crowd_values
    from class_values_2
    left join overall_2
        on coalesce(class_values_2.crowd_value, '') = coalesce(overall_2.crowd_value, '')
),

fails_2 as (
    select
        zip,
        age,
        sex,
        1 as crowd_found
    from class_shares_2
    group by zip, age, sex
    having
        (sum(abs(crowd_share - crowd_overall) - crowd_overall) + max(crowd_all)) / 2 > 0.11 + 1e-9
        or count(crowd_share * crowd_overall) < count(*)
),

class_values_3 as (
    select
        zip,
        age,
        sex,
        crowd_sensitive_3 as crowd_value,
        count(*) as crowd_size,
        sum(count(*)) over (partition by zip, age, sex) as crowd_class_size
    from routed
    group by zip, age, sex, crowd_sensitive_3
),

class_shares_3 as (
    select
        class_values_3.zip,
        class_values_3.age,
        class_values_3.sex,
        cast(class_values_3.crowd_size as double) / class_values_3.crowd_class_size as crowd_share,
        overall_3.crowd_share as crowd_overall,
        overall_3.crowd_all,
        overall_3.crowd_values,
        overall_3.crowd_place
    from class_values_3
    left join overall_3
        on coalesce(class_values_3.crowd_value, '') = coalesce(overall_3.crowd_value, '')
),

steps_3 as (
    select
        zip,
        age,
        sex,
        crowd_place,
        crowd_values,
        crowd_share * crowd_overall as crowd_known,
        sum(crowd_share) over (partition by zip, age, sex order by crowd_place rows unbounded preceding) as crowd_running,
        case when row_number() over (partition by zip, age, sex order by crowd_place) = 1 then 1 else crowd_place end as crowd_from,
        coalesce(lead(crowd_place) over (partition by zip, age, sex order by crowd_place), crowd_values + 1) as crowd_until
    from class_shares_3
),

distances_3 as (
    select
        steps_3.zip,
        steps_3.age,
        steps_3.sex,
        steps_3.crowd_known,
        steps_3.crowd_values,
        overall_3.crowd_place,
        overall_3.crowd_unplaced,
        abs(case when overall_3.crowd_place >= steps_3.crowd_place then steps_3.crowd_running else 0 end - overall_3.crowd_running) as crowd_difference
    from steps_3
    left join overall_3
        on steps_3.crowd_from <= overall_3.crowd_place
        and steps_3.crowd_until > overall_3.crowd_place
),

fails_3 as (
    select
        zip,
        age,
        sex,
        1 as crowd_found
    from distances_3
    group by zip, age, sex
    having
        sum(crowd_difference) / greatest(max(crowd_values) - 1, 1) > 0.12 + 1e-9
        or count(crowd_known) < count(*)
        or count(crowd_place) < count(*)
        or max(crowd_unplaced) > 0
),

class_values_4 as (
    select
        zip,
        age,
        sex,
        crowd_sensitive_4 as crowd_value,
        count(*) as crowd_size,
        sum(count(*)) over (partition by zip, age, sex) as crowd_class_size
    from routed
    group by zip, age, sex, crowd_sensitive_4
),

class_shares_4 as (
    select
        class_values_4.zip,
        class_values_4.age,
        class_values_4.sex,
        cast(class_values_4.crowd_size as double) / class_values_4.crowd_class_size as crowd_share,
        overall_4.crowd_share as crowd_overall,
        overall_4.crowd_all,
        overall_4.crowd_values,
        overall_4.crowd_place
    from class_values_4
    left join overall_4
        on coalesce(class_values_4.crowd_value, '') = coalesce(overall_4.crowd_value, '')
),

steps_4 as (
    select
        zip,
        age,
        sex,
        crowd_place,
        crowd_values,
        crowd_share * crowd_overall as crowd_known,
        sum(crowd_share) over (partition by zip, age, sex order by crowd_place rows unbounded preceding) as crowd_running,
        case when row_number() over (partition by zip, age, sex order by crowd_place) = 1 then 1 else crowd_place end as crowd_from,
        coalesce(lead(crowd_place) over (partition by zip, age, sex order by crowd_place), crowd_values + 1) as crowd_until
    from class_shares_4
),

distances_4 as (
    select
        steps_4.zip,
        steps_4.age,
        steps_4.sex,
        steps_4.crowd_known,
        steps_4.crowd_values,
        overall_4.crowd_place,
        overall_4.crowd_unplaced,
        abs(case when overall_4.crowd_place >= steps_4.crowd_place then steps_4.crowd_running else 0 end - overall_4.crowd_running) as crowd_difference
    from steps_4
    left join overall_4
        on steps_4.crowd_from <= overall_4.crowd_place
        and steps_4.crowd_until > overall_4.crowd_place
),

fails_4 as (
    select
        zip,
        age,
        sex,
        1 as crowd_found
    from distances_4
    group by zip, age, sex
    having
        sum(crowd_difference) / greatest(max(crowd_values) - 1, 1) > 0.15 + 1e-9
        or count(crowd_known) < count(*)
        or count(crowd_place) < count(*)
        or max(crowd_unplaced) > 0
),

released as (
    select
        routed.crowd_place,
        routed.zip,
        routed.age,
        routed.sex,
        routed.diagnosis,
        routed.ward,
        routed.income,
        routed.grade
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
    crowd_place,
    zip,
    age,
    sex,
    diagnosis,
    ward,
    income,
    grade
from released
