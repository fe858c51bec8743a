{{ dbt_crowd.release(ref('codes_of_products_input')) }}
