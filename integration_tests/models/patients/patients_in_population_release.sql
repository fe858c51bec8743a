{{ dbt_crowd.release(ref('patients_input'), population=ref('patients_population')) }}
