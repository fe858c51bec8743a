{{ dbt_crowd.release(ref('sizes_k_input')) }}
