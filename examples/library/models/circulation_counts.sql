{{ dbt_crowd.release_counts(ref('circulation_events'), hierarchies={'title': ref('title_subjects')}) }}
