{{ dbt_crowd.release(ref('labels_input'), hierarchies={'diagnosis': ref('labels_of_diagnoses')}) }}
