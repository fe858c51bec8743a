{{ dbt_crowd.release(ref('numbers_input')) }}
