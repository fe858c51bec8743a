{{ dbt_crowd.release(ref('patients_input')) }}
