{{ dbt_crowd.release(ref('worked_example')) }}
