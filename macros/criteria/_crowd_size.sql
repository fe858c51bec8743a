{#- The size of a crowd: distinct persons where there is a privacy unit, else rows. `rows` is how rows are counted at this grain. -#}
{% macro _crowd_size(policy, rows='count(*)') %}
    {%- do return('count(distinct crowd_person)' if policy.privacy_unit else rows) -%}
{% endmacro %}
