{{ config(materialized='view') }}
{{- dbt_crowd.releases_query() -}}
