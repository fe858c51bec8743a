{{ dbt_crowd.release(ref('text_input')) }}
