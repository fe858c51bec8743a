{{ dbt_crowd.release(ref('dates_input')) }}
