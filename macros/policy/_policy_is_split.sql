{#-
    Whether a versioned model has policy keys both at the model and at this version. dbt 2 keeps what the model says
    as unrendered_config. dbt 1 has there the two merged with the version's once more, so that a list from the version
    is there twice, one from the model once, and a merged one neither. Scalars leave no such trace.
-#}
{% macro _policy_is_split(node, meta, written) %}
    {%- if 'config_call_dict' not in node -%}
        {%- do return(written != meta) -%}
    {%- endif -%}
    {%- set origins = dbt_crowd._policy_list_origins(meta, written) -%}
    {%- do return('both' in origins or ('model' in origins and 'version' in origins)) -%}
{% endmacro %}
