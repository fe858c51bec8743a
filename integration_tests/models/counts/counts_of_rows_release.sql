{{ dbt_crowd.release_counts(ref('counts_input')) }}
