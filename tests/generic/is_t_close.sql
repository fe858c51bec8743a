{#-
    The sensitive values of every class are distributed at most t away from those of `input` (Li et al. 2007); without it, from those of the
    tested relation, which does not know what was suppressed.
    For tables that have no policy.
-#}
{% test is_t_close(model, quasi_identifiers, sensitive, t, distance='equal', order=none, input=none, privacy_unit=none, hierarchy=none, level=none, hierarchy_relation=none, allow_empty=false) %}
    {{- config(store_failures=false) -}}
    {%- if dbt_crowd._tests_run() -%}
        {%- set settings = {'t': t, 'distance': distance, 'order': order, 'hierarchy': hierarchy, 'level': level} -%}
        {{- dbt_crowd.criterion_query('is_t_close', model, quasi_identifiers, sensitive, settings, privacy_unit, input=input, hierarchy_relation=hierarchy_relation, allow_empty=allow_empty) -}}
    {%- endif -%}
{% endtest %}
