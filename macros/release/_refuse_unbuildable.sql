{#- What cannot be built at all, before anything is asked of the warehouse. -#}
{% macro _refuse_unbuildable(policy, header) %}
    {%- set faults = [] -%}
    {%- if header is none -%}
        {%- do faults.append('is a release whose SQL is not {{ dbt_crowd.release(...) }} alone: what stands around it would be published unjudged. Take it out. See docs/release.md#model') -%}
    {%- elif not policy.rungs -%}
        {%- do faults.append('has no rungs yet. Find the best ones with: crowd solve ' ~ policy.name ~ '   See docs/policy.md#rungs') -%}
    {%- endif -%}
    {%- set constraints = [] -%}
    {%- for constraint in model.constraints or [] -%}
        {%- do constraints.append(constraint.type) -%}
    {%- endfor -%}
    {%- for column in model.columns.values() -%}
        {%- for constraint in column.constraints or [] -%}
            {%- do constraints.append(constraint.type) -%}
        {%- endfor -%}
    {%- endfor -%}
    {%- for type in constraints | unique if type != 'not_null' -%}
        {%- do faults.append('has a ' ~ type ~ ' constraint, whose failure would print a value. Only not_null is supported. See docs/release.md#contracts') -%}
    {%- endfor -%}
    {%- if faults -%}
        {%- do dbt_crowd._log_early_refusal(policy, header or {'input': none, 'hierarchies': {}}, faults) -%}
        {%- do dbt_crowd.refuse(dbt_crowd._with_subject(policy.name, faults)) -%}
    {%- endif -%}
{% endmacro %}


{#- The relation that parts of the header name, or a refusal that names it. -#}
{% macro _existing_relation(policy, parts, what) %}
    {%- set relation = dbt_crowd.relation_of(parts) -%}
    {%- if relation is none -%}
        {%- do dbt_crowd.refuse(dbt_crowd._with_subject(policy.name, [
            'reads ' ~ parts.schema ~ '.' ~ parts.identifier ~ ' as its ' ~ what ~ ', which does not exist. Build it first, for example with dbt build -s +' ~ policy.name
        ])) -%}
    {%- endif -%}
    {%- do return(relation) -%}
{% endmacro %}


{#- The population that the header names; none where it names none. -#}
{% macro _existing_population(policy, header) %}
    {%- do return(dbt_crowd._existing_relation(policy, header.population, 'population') if header.get('population') else none) -%}
{% endmacro %}


{% macro _existing_hierarchies(policy, header) %}
    {%- set relations = {} -%}
    {%- for name in header.hierarchies -%}
        {%- do relations.update({name: dbt_crowd._existing_relation(policy, header.hierarchies[name], 'hierarchy of ' ~ name)}) -%}
    {%- endfor -%}
    {%- do return(relations) -%}
{% endmacro %}
