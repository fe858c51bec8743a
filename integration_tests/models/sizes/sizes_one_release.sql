{{ dbt_crowd.release(ref('sizes_one_input')) }}
