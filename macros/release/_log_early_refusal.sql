{#-
    The log row of a release that was to be built and is refused before there is a candidate to judge. Only where there
    is a log: a first release that never got this far has none.
-#}
{% macro _log_early_refusal(policy, inputs, sentences) %}
    {%- set building = flags.WHICH in ['run', 'build', 'retry'] and model.resource_type == 'model' -%}
    {%- if building and dbt_crowd.relation_of(dbt_crowd.release_log(this)) is not none -%}
        {%- set entry = dbt_crowd._release_log_entry(this, policy, inputs, {}) -%}
        {%- do entry.update({'outcome': 'refused', 'reason': sentences | join('; ')}) -%}
        {%- call statement('early_refusal') -%}
            {{ dbt_crowd._insert_release_log_sql(dbt_crowd.release_log(this), entry) }}
        {%- endcall -%}
        {%- do adapter.commit() -%}
    {%- endif -%}
{% endmacro %}
