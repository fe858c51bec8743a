/* dbt_crowd {"hierarchies": {}, "input": {"database": "warehouse", "identifier": "codes_of_products_input", "schema": "hard_cases"}, "policy": "f1ea4ffe994b766aaaf7774d60697b64", "sql": "b0efada32f710b2884a3a19108c6ab52", "unique_id": "model.integration_tests.codes_of_products_release"} */
with source as (
    select
        person,
        product,
        padded
    from "warehouse"."hard_cases"."codes_of_products_input"
),

generalized as (
    select
        nullif(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(person as varchar)), '') as crowd_person,
        case
            when substr(upper(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(product as varchar))), 1, 1) not in ('', '*')
                and regexp_like(upper(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(product as varchar))), '^[A-Z][0-9]{1,4}$')
                and (
                    substr(upper(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(product as varchar))), 1, 2) >= 'A0' and substr(upper(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(product as varchar))), 1, 2) < 'D1'
                    or substr(upper(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(product as varchar))), 1, 2) >= 'F0' and substr(upper(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(product as varchar))), 1, 2) < 'G0'
                )
                then case
                    when substr(upper(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(product as varchar))), 1, 2) in ('Q0', 'Q1')
                        then 'rare'
                    else substr(upper(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(product as varchar))), 1, 2) || '***'
                end
            when upper(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(product as varchar))) != ''
                then '*'
        end as crowd_1_1_2_characters,
        case
            when substr(upper(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(product as varchar))), 1, 1) not in ('', '*')
                and regexp_like(upper(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(product as varchar))), '^[A-Z][0-9]{1,4}$')
                and (
                    substr(upper(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(product as varchar))), 1, 2) >= 'A0' and substr(upper(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(product as varchar))), 1, 2) < 'D1'
                    or substr(upper(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(product as varchar))), 1, 2) >= 'F0' and substr(upper(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(product as varchar))), 1, 2) < 'G0'
                )
                then case
                    when substr(upper(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(product as varchar))), 1, 2) in ('Q0', 'Q1')
                        then 'rare'
                    else case
                        when substr(upper(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(product as varchar))), 1, 2) < 'D0'
                            then 'food'
                        when substr(upper(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(product as varchar))), 1, 2) < 'D1'
                            then 'tools'
                        when substr(upper(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(product as varchar))), 1, 2) < 'G0'
                            then 'tools'
                    end
                end
            when upper(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(product as varchar))) != ''
                then '*'
        end as crowd_1_2_line,
        case
            when substr(upper(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(product as varchar))), 1, 1) not in ('', '*')
                and regexp_like(upper(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(product as varchar))), '^[A-Z][0-9]{1,4}$')
                and (
                    substr(upper(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(product as varchar))), 1, 2) >= 'A0' and substr(upper(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(product as varchar))), 1, 2) < 'D1'
                    or substr(upper(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(product as varchar))), 1, 2) >= 'F0' and substr(upper(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(product as varchar))), 1, 2) < 'G0'
                )
                then case
                    when substr(upper(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(product as varchar))), 1, 2) in ('Q0', 'Q1')
                        then 'rare'
                    else case
                        when substr(upper(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(product as varchar))), 1, 2) < 'D0'
                            then 'all but toys'
                        when substr(upper(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(product as varchar))), 1, 2) < 'D1'
                            then 'all but toys'
                        when substr(upper(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(product as varchar))), 1, 2) < 'G0'
                            then 'all but toys'
                    end
                end
            when upper(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(product as varchar))) != ''
                then '*'
        end as crowd_1_3_kind,
        case
            when substr(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(padded as varchar)), 1, 1) not in ('', '*')
                then trim(both ' ' || chr(9) || chr(10) || chr(13) from substr(lpad(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(padded as varchar)), cast(greatest(length(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(padded as varchar))), 5) as integer), '0'), 1, 3)) || '**'
            when trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(padded as varchar)) != '' then '*'
        end as crowd_2_1_3_digits,
        case
            when substr(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(padded as varchar)), 1, 1) not in ('', '*')
                then trim(both ' ' || chr(9) || chr(10) || chr(13) from substr(lpad(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(padded as varchar)), cast(greatest(length(trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(padded as varchar))), 5) as integer), '0'), 1, 1)) || '****'
            when trim(both ' ' || chr(9) || chr(10) || chr(13) from cast(padded as varchar)) != '' then '*'
        end as crowd_2_2_1_digits
    from source
),

tuples as (
    select
        crowd_1_1_2_characters,
        crowd_1_2_line,
        crowd_1_3_kind,
        crowd_2_1_3_digits,
        crowd_2_2_1_digits,
        crowd_person,
        count(*) as crowd_rows
    from generalized
    group by
        crowd_1_1_2_characters,
        crowd_1_2_line,
        crowd_1_3_kind,
        crowd_2_1_3_digits,
        crowd_2_2_1_digits,
        crowd_person
),

crowds_1 as (
    select
        crowd_1_1_2_characters,
        crowd_2_1_3_digits,
        1 as crowd_found
    from tuples
    group by crowd_1_1_2_characters, crowd_2_1_3_digits
    having count(distinct crowd_person) >= 2
),

rung_1 as (
    select
        tuples.crowd_1_1_2_characters,
        tuples.crowd_1_2_line,
        tuples.crowd_1_3_kind,
        tuples.crowd_2_1_3_digits,
        tuples.crowd_2_2_1_digits,
        tuples.crowd_person,
        tuples.crowd_rows,
        case when crowds_1.crowd_found = 1 then 1 end as crowd_rung
    from tuples
    left join crowds_1
        on coalesce(tuples.crowd_1_1_2_characters, '') = coalesce(crowds_1.crowd_1_1_2_characters, '')
        and coalesce(tuples.crowd_2_1_3_digits, '') = coalesce(crowds_1.crowd_2_1_3_digits, '')
),

crowds_2 as (
    select
        crowd_1_2_line,
        crowd_2_2_1_digits,
        1 as crowd_found
    from rung_1
    where crowd_rung is null
    group by crowd_1_2_line, crowd_2_2_1_digits
    having count(distinct crowd_person) >= 2
),

rung_2 as (
    select
        rung_1.crowd_1_1_2_characters,
        rung_1.crowd_1_2_line,
        rung_1.crowd_1_3_kind,
        rung_1.crowd_2_1_3_digits,
        rung_1.crowd_2_2_1_digits,
        rung_1.crowd_person,
        rung_1.crowd_rows,
        coalesce(rung_1.crowd_rung, case when crowds_2.crowd_found = 1 then 2 end) as crowd_rung
    from rung_1
    left join crowds_2
        on coalesce(rung_1.crowd_1_2_line, '') = coalesce(crowds_2.crowd_1_2_line, '')
        and coalesce(rung_1.crowd_2_2_1_digits, '') = coalesce(crowds_2.crowd_2_2_1_digits, '')
),

crowds_3 as (
    select
        crowd_1_3_kind,
        1 as crowd_found
    from rung_2
    where crowd_rung is null
    group by crowd_1_3_kind
    having count(distinct crowd_person) >= 2
),

rung_3 as (
    select
        rung_2.crowd_1_1_2_characters,
        rung_2.crowd_1_2_line,
        rung_2.crowd_1_3_kind,
        rung_2.crowd_2_1_3_digits,
        rung_2.crowd_2_2_1_digits,
        rung_2.crowd_person,
        rung_2.crowd_rows,
        coalesce(rung_2.crowd_rung, case when crowds_3.crowd_found = 1 then 3 end) as crowd_rung
    from rung_2
    left join crowds_3
        on coalesce(rung_2.crowd_1_3_kind, '') = coalesce(crowds_3.crowd_1_3_kind, '')
),

crowds_4 as (
    select
        1 as crowd_found
    from rung_3
    where crowd_rung is null
    having count(distinct crowd_person) >= 2
),

rung_4 as (
    select
        rung_3.crowd_1_1_2_characters,
        rung_3.crowd_1_2_line,
        rung_3.crowd_1_3_kind,
        rung_3.crowd_2_1_3_digits,
        rung_3.crowd_2_2_1_digits,
        rung_3.crowd_person,
        rung_3.crowd_rows,
        coalesce(rung_3.crowd_rung, case when crowds_4.crowd_found = 1 then 4 end) as crowd_rung
    from rung_3
    left join crowds_4
        on 1 = 1
),

released as (
    select
        generalized.crowd_person,
        case rung_4.crowd_rung when 1 then generalized.crowd_1_1_2_characters when 2 then generalized.crowd_1_2_line when 3 then generalized.crowd_1_3_kind when 4 then cast('*' as varchar) end as product,
        case rung_4.crowd_rung when 1 then generalized.crowd_2_1_3_digits when 2 then generalized.crowd_2_2_1_digits when 3 then cast('*' as varchar) when 4 then cast('*' as varchar) end as padded
    from generalized
    inner join rung_4
        on coalesce(generalized.crowd_1_1_2_characters, '') = coalesce(rung_4.crowd_1_1_2_characters, '')
        and coalesce(generalized.crowd_1_2_line, '') = coalesce(rung_4.crowd_1_2_line, '')
        and coalesce(generalized.crowd_1_3_kind, '') = coalesce(rung_4.crowd_1_3_kind, '')
        and coalesce(generalized.crowd_2_1_3_digits, '') = coalesce(rung_4.crowd_2_1_3_digits, '')
        and coalesce(generalized.crowd_2_2_1_digits, '') = coalesce(rung_4.crowd_2_2_1_digits, '')
        and coalesce(generalized.crowd_person, '') = coalesce(rung_4.crowd_person, '')
    where rung_4.crowd_rung is not null
)

select
    crowd_person,
    product,
    padded
from released
