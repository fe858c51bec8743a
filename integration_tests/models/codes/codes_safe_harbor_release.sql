{{ dbt_crowd.release(ref('codes_input')) }}
