{{ dbt_crowd.release(ref('names_input')) }}
