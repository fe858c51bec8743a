{#-
    Under --empty the policy and the inventory are validated. A release that stands is kept; where there is none, an empty
    one is made, and the log says so: its row has crowd_rows 0.
-#}
{% macro _release_structure(target_relation, existing, candidate, policy, header) %}
    {%- set entry = dbt_crowd._release_log_entry(target_relation, policy, header, {'crowd_rows': 0} if existing is none else {}) -%}
    {%- do entry.update({'outcome': 'structure', 'reason': 'built with --empty: ' ~ ('no release stood, an empty one was made' if existing is none else 'the release that stood was kept')}) -%}
    {%- set statements = ['drop table ' ~ candidate] if existing is not none
        else dbt_crowd._swap_statements(target_relation, existing, candidate, policy, header, structure=true) -%}
    {%- do dbt_crowd.run_together('main', statements + [dbt_crowd._insert_release_log_sql(dbt_crowd.release_log(target_relation), entry)]) -%}
    {%- do store_raw_result(name='main', message='STRUCTURE ONLY (--empty)' ~ ('' if existing is none else ', the release that stood was kept'), code='STRUCTURE', rows_affected=0) -%}
{% endmacro %}
