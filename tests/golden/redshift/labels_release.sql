/* dbt_crowd {"hierarchies": {"diagnosis": {"database": "warehouse", "identifier": "labels_of_diagnoses", "schema": "hard_cases"}}, "input": {"database": "warehouse", "identifier": "labels_input", "schema": "hard_cases"}, "policy": "e0cc1583e1252b97e0f32e95d37982ab", "sql": "234e87563a3abaca46af968cf3fe566b", "unique_id": "model.integration_tests.labels_release"} */
with source as (
    select
        town,
        diagnosis,
        name
    from "warehouse"."hard_cases"."labels_input"
),

hierarchy_2 as (
    select
        nullif(btrim(collate(cast(code as varchar(65535)), 'case_sensitive'), ' ' || chr(9) || chr(10) || chr(13)), '') as crowd_value,
        nullif(btrim(collate(cast("Block" as varchar(65535)), 'case_sensitive'), ' ' || chr(9) || chr(10) || chr(13)), '') as crowd_level_1,
        nullif(btrim(collate(cast(chapter as varchar(65535)), 'case_sensitive'), ' ' || chr(9) || chr(10) || chr(13)), '') as crowd_level_2
    from "warehouse"."hard_cases"."labels_of_diagnoses"
    where coalesce(btrim(collate(cast(code as varchar(65535)), 'case_sensitive'), ' ' || chr(9) || chr(10) || chr(13)), '') != '*'
),

generalized as (
    select
        case
            when btrim(collate(cast(town as varchar(65535)), 'case_sensitive'), ' ' || chr(9) || chr(10) || chr(13)) in ('MA', 'NY', 'TX', 'FL', 'O''Brien', '100 %', 'back\\slash', '"')
                then btrim(collate(cast(town as varchar(65535)), 'case_sensitive'), ' ' || chr(9) || chr(10) || chr(13))
            when btrim(collate(cast(town as varchar(65535)), 'case_sensitive'), ' ' || chr(9) || chr(10) || chr(13)) != ''
                then '*'
        end as crowd_1_0_value,
        case
            when btrim(collate(cast(town as varchar(65535)), 'case_sensitive'), ' ' || chr(9) || chr(10) || chr(13)) in ('MA', 'NY')
                then 'Northeast'
            when btrim(collate(cast(town as varchar(65535)), 'case_sensitive'), ' ' || chr(9) || chr(10) || chr(13)) in ('TX', 'FL')
                then 'South'
            when btrim(collate(cast(town as varchar(65535)), 'case_sensitive'), ' ' || chr(9) || chr(10) || chr(13)) in ('O''Brien', '100 %', 'back\\slash', '"')
                then 'it''s odd'
            when btrim(collate(cast(town as varchar(65535)), 'case_sensitive'), ' ' || chr(9) || chr(10) || chr(13)) != ''
                then '*'
        end as crowd_1_1_region,
        case
            when btrim(collate(cast(town as varchar(65535)), 'case_sensitive'), ' ' || chr(9) || chr(10) || chr(13)) in ('MA', 'NY', 'TX', 'FL')
                then 'US'
            when btrim(collate(cast(town as varchar(65535)), 'case_sensitive'), ' ' || chr(9) || chr(10) || chr(13)) in ('O''Brien', '100 %', 'back\\slash', '"')
                then '*odd*'
            when btrim(collate(cast(town as varchar(65535)), 'case_sensitive'), ' ' || chr(9) || chr(10) || chr(13)) != ''
                then '*'
        end as crowd_1_2_country,
        case
            when hierarchy_2.crowd_value is null and btrim(collate(cast(diagnosis as varchar(65535)), 'case_sensitive'), ' ' || chr(9) || chr(10) || chr(13)) != ''
                then '*'
            else hierarchy_2.crowd_value
        end as crowd_2_0_code,
        case
            when hierarchy_2.crowd_value is null and btrim(collate(cast(diagnosis as varchar(65535)), 'case_sensitive'), ' ' || chr(9) || chr(10) || chr(13)) != ''
                then '*'
            else hierarchy_2.crowd_level_1
        end as crowd_2_1_block,
        case
            when hierarchy_2.crowd_value is null and btrim(collate(cast(diagnosis as varchar(65535)), 'case_sensitive'), ' ' || chr(9) || chr(10) || chr(13)) != ''
                then '*'
            else hierarchy_2.crowd_level_2
        end as crowd_2_2_chapter,
        case
            when btrim(collate(cast(name as varchar(65535)), 'case_sensitive'), ' ' || chr(9) || chr(10) || chr(13)) in ('', '*')
                then nullif(btrim(collate(cast(name as varchar(65535)), 'case_sensitive'), ' ' || chr(9) || chr(10) || chr(13)), '')
            when btrim(collate(cast(upper(substring(trim(name), 1, 1)) as varchar(65535)), 'case_sensitive'), ' ' || chr(9) || chr(10) || chr(13)) != ''
                then btrim(collate(cast(name as varchar(65535)), 'case_sensitive'), ' ' || chr(9) || chr(10) || chr(13))
            when btrim(collate(cast(name as varchar(65535)), 'case_sensitive'), ' ' || chr(9) || chr(10) || chr(13)) != ''
                then '*'
        end as crowd_3_0_value,
        case
            when btrim(collate(cast(name as varchar(65535)), 'case_sensitive'), ' ' || chr(9) || chr(10) || chr(13)) in ('', '*')
                then nullif(btrim(collate(cast(name as varchar(65535)), 'case_sensitive'), ' ' || chr(9) || chr(10) || chr(13)), '')
            when btrim(collate(cast(upper(substring(trim(name), 1, 1)) as varchar(65535)), 'case_sensitive'), ' ' || chr(9) || chr(10) || chr(13)) != ''
                then btrim(collate(cast(upper(substring(trim(name), 1, 1)) as varchar(65535)), 'case_sensitive'), ' ' || chr(9) || chr(10) || chr(13))
            when btrim(collate(cast(name as varchar(65535)), 'case_sensitive'), ' ' || chr(9) || chr(10) || chr(13)) != ''
                then '*'
        end as crowd_3_1_initial
    from source
    left join hierarchy_2
        on coalesce(hierarchy_2.crowd_value, '') = coalesce(btrim(collate(cast(source.diagnosis as varchar(65535)), 'case_sensitive'), ' ' || chr(9) || chr(10) || chr(13)), '')
),

tuples as (
    select
        crowd_1_0_value,
        crowd_1_1_region,
        crowd_1_2_country,
        crowd_2_0_code,
        crowd_2_1_block,
        crowd_2_2_chapter,
        crowd_3_0_value,
        crowd_3_1_initial,
        count(*) as crowd_rows
    from generalized
    group by
        crowd_1_0_value,
        crowd_1_1_region,
        crowd_1_2_country,
        crowd_2_0_code,
        crowd_2_1_block,
        crowd_2_2_chapter,
        crowd_3_0_value,
        crowd_3_1_initial
),

crowds_1 as (
    select
        crowd_1_0_value,
        crowd_2_0_code,
        crowd_3_0_value,
        1 as crowd_found
    from tuples
    group by crowd_1_0_value, crowd_2_0_code, crowd_3_0_value
    having sum(crowd_rows) >= 2
),

rung_1 as (
    select
        tuples.crowd_1_0_value,
        tuples.crowd_1_1_region,
        tuples.crowd_1_2_country,
        tuples.crowd_2_0_code,
        tuples.crowd_2_1_block,
        tuples.crowd_2_2_chapter,
        tuples.crowd_3_0_value,
        tuples.crowd_3_1_initial,
        tuples.crowd_rows,
        case when crowds_1.crowd_found = 1 then 1 end as crowd_rung
    from tuples
    left join crowds_1
        on coalesce(tuples.crowd_1_0_value, '') = coalesce(crowds_1.crowd_1_0_value, '')
        and coalesce(tuples.crowd_2_0_code, '') = coalesce(crowds_1.crowd_2_0_code, '')
        and coalesce(tuples.crowd_3_0_value, '') = coalesce(crowds_1.crowd_3_0_value, '')
),

crowds_2 as (
    select
        crowd_1_1_region,
        crowd_2_1_block,
        crowd_3_1_initial,
        1 as crowd_found
    from rung_1
    where crowd_rung is null
    group by crowd_1_1_region, crowd_2_1_block, crowd_3_1_initial
    having sum(crowd_rows) >= 2
),

rung_2 as (
    select
        rung_1.crowd_1_0_value,
        rung_1.crowd_1_1_region,
        rung_1.crowd_1_2_country,
        rung_1.crowd_2_0_code,
        rung_1.crowd_2_1_block,
        rung_1.crowd_2_2_chapter,
        rung_1.crowd_3_0_value,
        rung_1.crowd_3_1_initial,
        rung_1.crowd_rows,
        coalesce(rung_1.crowd_rung, case when crowds_2.crowd_found = 1 then 2 end) as crowd_rung
    from rung_1
    left join crowds_2
        on coalesce(rung_1.crowd_1_1_region, '') = coalesce(crowds_2.crowd_1_1_region, '')
        and coalesce(rung_1.crowd_2_1_block, '') = coalesce(crowds_2.crowd_2_1_block, '')
        and coalesce(rung_1.crowd_3_1_initial, '') = coalesce(crowds_2.crowd_3_1_initial, '')
),

crowds_3 as (
    select
        crowd_1_2_country,
        crowd_2_2_chapter,
        1 as crowd_found
    from rung_2
    where crowd_rung is null
    group by crowd_1_2_country, crowd_2_2_chapter
    having sum(crowd_rows) >= 2
),

rung_3 as (
    select
        rung_2.crowd_1_0_value,
        rung_2.crowd_1_1_region,
        rung_2.crowd_1_2_country,
        rung_2.crowd_2_0_code,
        rung_2.crowd_2_1_block,
        rung_2.crowd_2_2_chapter,
        rung_2.crowd_3_0_value,
        rung_2.crowd_3_1_initial,
        rung_2.crowd_rows,
        coalesce(rung_2.crowd_rung, case when crowds_3.crowd_found = 1 then 3 end) as crowd_rung
    from rung_2
    left join crowds_3
        on coalesce(rung_2.crowd_1_2_country, '') = coalesce(crowds_3.crowd_1_2_country, '')
        and coalesce(rung_2.crowd_2_2_chapter, '') = coalesce(crowds_3.crowd_2_2_chapter, '')
),

crowds_4 as (
    select
        crowd_2_2_chapter,
        1 as crowd_found
    from rung_3
    where crowd_rung is null
    group by crowd_2_2_chapter
    having sum(crowd_rows) >= 2
),

rung_4 as (
    select
        rung_3.crowd_1_0_value,
        rung_3.crowd_1_1_region,
        rung_3.crowd_1_2_country,
        rung_3.crowd_2_0_code,
        rung_3.crowd_2_1_block,
        rung_3.crowd_2_2_chapter,
        rung_3.crowd_3_0_value,
        rung_3.crowd_3_1_initial,
        rung_3.crowd_rows,
        coalesce(rung_3.crowd_rung, case when crowds_4.crowd_found = 1 then 4 end) as crowd_rung
    from rung_3
    left join crowds_4
        on coalesce(rung_3.crowd_2_2_chapter, '') = coalesce(crowds_4.crowd_2_2_chapter, '')
),

released as (
    select
        case rung_4.crowd_rung when 1 then generalized.crowd_1_0_value when 2 then generalized.crowd_1_1_region when 3 then generalized.crowd_1_2_country when 4 then cast('*' as varchar(65535)) end as town,
        case rung_4.crowd_rung when 1 then generalized.crowd_2_0_code when 2 then generalized.crowd_2_1_block when 3 then generalized.crowd_2_2_chapter when 4 then generalized.crowd_2_2_chapter end as diagnosis,
        case rung_4.crowd_rung when 1 then generalized.crowd_3_0_value when 2 then generalized.crowd_3_1_initial when 3 then cast('*' as varchar(65535)) when 4 then cast('*' as varchar(65535)) end as name
    from generalized
    inner join rung_4
        on coalesce(generalized.crowd_1_0_value, '') = coalesce(rung_4.crowd_1_0_value, '')
        and coalesce(generalized.crowd_1_1_region, '') = coalesce(rung_4.crowd_1_1_region, '')
        and coalesce(generalized.crowd_1_2_country, '') = coalesce(rung_4.crowd_1_2_country, '')
        and coalesce(generalized.crowd_2_0_code, '') = coalesce(rung_4.crowd_2_0_code, '')
        and coalesce(generalized.crowd_2_1_block, '') = coalesce(rung_4.crowd_2_1_block, '')
        and coalesce(generalized.crowd_2_2_chapter, '') = coalesce(rung_4.crowd_2_2_chapter, '')
        and coalesce(generalized.crowd_3_0_value, '') = coalesce(rung_4.crowd_3_0_value, '')
        and coalesce(generalized.crowd_3_1_initial, '') = coalesce(rung_4.crowd_3_1_initial, '')
    where rung_4.crowd_rung is not null
)

select
    town,
    diagnosis,
    name
from released
