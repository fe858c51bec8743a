"""The driver of the dbt package dbt_crowd: searches, checks and starts releases by asking the warehouse for counts."""
