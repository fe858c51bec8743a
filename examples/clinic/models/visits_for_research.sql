{{ dbt_crowd.release(ref('stg_patients')) }}
