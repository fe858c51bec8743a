{{ dbt_crowd.release(ref('sizes_none_input')) }}
