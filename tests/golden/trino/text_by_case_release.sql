/* dbt_crowd {"hierarchies": {}, "input": {"database": "warehouse", "identifier": "text_input", "schema": "hard_cases"}, "policy": "4dff519089bfad4e9ce37aab67feff6c", "sql": "4c19d58aaa88dc2b2f1b4632a0c8b60b", "unique_id": "model.integration_tests.text_by_case_release"} */
with source as (
    select
        word,
        folded
    from "warehouse"."hard_cases"."text_input"
),

generalized as (
    select
        case
            when substr(lower(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(word as varchar))), 1, 1) not in ('', '*')
                then trim(both ' ' || chr(9) || chr(10) || chr(13) from substr(lower(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(word as varchar))), 1, 4))
            when lower(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(word as varchar))) != '' then '*'
        end as crowd_1_0_4_characters,
        case
            when substr(upper(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(folded as varchar))), 1, 1) not in ('', '*')
                then trim(both ' ' || chr(9) || chr(10) || chr(13) from substr(upper(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(folded as varchar))), 1, 3))
            when upper(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(folded as varchar))) != ''
                then '*'
        end as crowd_2_0_3_characters,
        case
            when substr(upper(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(folded as varchar))), 1, 1) not in ('', '*')
                then trim(both ' ' || chr(9) || chr(10) || chr(13) from substr(upper(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(folded as varchar))), 1, 1)) || '**'
            when upper(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(folded as varchar))) != ''
                then '*'
        end as crowd_2_1_1_characters
    from source
),

tuples as (
    select
        crowd_1_0_4_characters,
        crowd_2_0_3_characters,
        crowd_2_1_1_characters,
        count(*) as crowd_rows
    from generalized
    group by
        crowd_1_0_4_characters,
        crowd_2_0_3_characters,
        crowd_2_1_1_characters
),

crowds_1 as (
    select
        crowd_1_0_4_characters,
        crowd_2_0_3_characters,
        1 as crowd_found
    from tuples
    group by crowd_1_0_4_characters, crowd_2_0_3_characters
    having sum(crowd_rows) >= 3
),

rung_1 as (
    select
        tuples.crowd_1_0_4_characters,
        tuples.crowd_2_0_3_characters,
        tuples.crowd_2_1_1_characters,
        tuples.crowd_rows,
        case when crowds_1.crowd_found = 1 then 1 end as crowd_rung
    from tuples
    left join crowds_1
        on coalesce(tuples.crowd_1_0_4_characters, '') = coalesce(crowds_1.crowd_1_0_4_characters, '')
        and coalesce(tuples.crowd_2_0_3_characters, '') = coalesce(crowds_1.crowd_2_0_3_characters, '')
),

crowds_2 as (
    select
        crowd_1_0_4_characters,
        crowd_2_1_1_characters,
        1 as crowd_found
    from rung_1
    where crowd_rung is null
    group by crowd_1_0_4_characters, crowd_2_1_1_characters
    having sum(crowd_rows) >= 3
),

rung_2 as (
    select
        rung_1.crowd_1_0_4_characters,
        rung_1.crowd_2_0_3_characters,
        rung_1.crowd_2_1_1_characters,
        rung_1.crowd_rows,
        coalesce(rung_1.crowd_rung, case when crowds_2.crowd_found = 1 then 2 end) as crowd_rung
    from rung_1
    left join crowds_2
        on coalesce(rung_1.crowd_1_0_4_characters, '') = coalesce(crowds_2.crowd_1_0_4_characters, '')
        and coalesce(rung_1.crowd_2_1_1_characters, '') = coalesce(crowds_2.crowd_2_1_1_characters, '')
),

crowds_3 as (
    select
        crowd_2_1_1_characters,
        1 as crowd_found
    from rung_2
    where crowd_rung is null
    group by crowd_2_1_1_characters
    having sum(crowd_rows) >= 3
),

rung_3 as (
    select
        rung_2.crowd_1_0_4_characters,
        rung_2.crowd_2_0_3_characters,
        rung_2.crowd_2_1_1_characters,
        rung_2.crowd_rows,
        coalesce(rung_2.crowd_rung, case when crowds_3.crowd_found = 1 then 3 end) as crowd_rung
    from rung_2
    left join crowds_3
        on coalesce(rung_2.crowd_2_1_1_characters, '') = coalesce(crowds_3.crowd_2_1_1_characters, '')
),

released as (
    select
        case rung_3.crowd_rung when 1 then generalized.crowd_1_0_4_characters when 2 then generalized.crowd_1_0_4_characters when 3 then cast('*' as varchar) end as word,
        case rung_3.crowd_rung when 1 then generalized.crowd_2_0_3_characters when 2 then generalized.crowd_2_1_1_characters when 3 then generalized.crowd_2_1_1_characters end as folded
    from generalized
    inner join rung_3
        on coalesce(generalized.crowd_1_0_4_characters, '') = coalesce(rung_3.crowd_1_0_4_characters, '')
        and coalesce(generalized.crowd_2_0_3_characters, '') = coalesce(rung_3.crowd_2_0_3_characters, '')
        and coalesce(generalized.crowd_2_1_1_characters, '') = coalesce(rung_3.crowd_2_1_1_characters, '')
    where rung_3.crowd_rung is not null
)

select
    word,
    folded
from released
