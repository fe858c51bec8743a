{#- The failing figures of a table of counts, or of records to be counted; no row when every cell is empty or has k. -#}
{% macro has_no_small_cells_query(relation, k, by, count=none, privacy_unit=none, allow_empty=false) %}
    {%- do dbt_crowd._require_whole_relation('has_no_small_cells', relation) -%}
    {%- set existing = dbt_crowd._existing_or_refuse('has_no_small_cells', relation) -%}
    {%- set faults = dbt_crowd._small_cells_faults(existing, by, k, count, privacy_unit) -%}
    {%- if faults -%}
        {%- set lines = [] -%}
        {%- for fault in faults -%}
            {%- do lines.append('dbt_crowd: has_no_small_cells on ' ~ relation.identifier ~ ': ' ~ fault ~ '. See docs/tests.md#has_no_small_cells') -%}
        {%- endfor -%}
        {%- do dbt_crowd.refuse(lines | join('\n')) -%}
    {%- endif -%}
select *
from (
    {{ dbt_crowd.small_cells_query(relation, by, k, count, privacy_unit) | indent(4) }}
) as figures
where crowd_thin_cells > 0
    or crowd_bad_counts > 0
    {%- if count %}
    or crowd_repeated_cells > 0
    {%- endif %}
    {%- if not allow_empty %}
    or crowd_cells = 0
    {%- endif %}
{% endmacro %}
