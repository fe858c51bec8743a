{#-
    One measure of counts as the SQL needs it: {'measure': {'name', 'kind', ...} or none, 'faults': [...]}. Sum and mean have
    `column`, `p_percent` and, where asked, `dominance`; share and percent have `part` and `of`.
-#}
{% macro _policy_measure(schema, name, said, settings) %}
    {%- set path = 'measures.' ~ name -%}
    {%- if not dbt_crowd._is_name(name) or (name | lower)[:6] == 'crowd_' -%}
        {%- do return({'measure': none, 'faults': [
            dbt_crowd._policy_fault('measures must have names in text, without blanks around them and none that begins with crowd_', name, 'measures'),
        ]}) -%}
    {%- elif said is string -%}
        {%- do return(dbt_crowd._plain_measure(name, said, settings, path)) -%}
    {%- elif said is not mapping -%}
        {%- do return({'measure': none, 'faults': [dbt_crowd._policy_fault(path ~ ' must be count, persons or a mapping of settings', said, 'measures')]}) -%}
    {%- endif -%}
    {%- set checked = dbt_crowd._policy_nested(schema, 'measure', said, path ~ '.') -%}
    {%- set kinds = [] -%}
    {%- for kind in ['sum', 'mean', 'share', 'percent'] if kind in said -%}
        {%- do kinds.append(kind) -%}
    {%- endfor -%}
    {%- set faults = checked.faults -%}
    {%- if kinds | length != 1 -%}
        {%- do return({'measure': none, 'faults': faults + [dbt_crowd._policy_fault(path ~ ' must have one of sum, mean, share, percent', said, 'measures')]}) -%}
    {%- elif faults -%}
        {%- do return({'measure': none, 'faults': faults}) -%}
    {%- endif -%}
    {%- do return(dbt_crowd._settled_measure(schema, name, kinds[0], checked.settings, settings, path)) -%}
{% endmacro %}


{% macro _plain_measure(name, said, settings, path) %}
    {%- if said not in ['count', 'persons'] -%}
        {%- set hint = '; the nearest is ' ~ dbt_crowd._nearest_word(said, ['count', 'persons']) -%}
        {%- do return({'measure': none, 'faults': [dbt_crowd._policy_fault(path ~ ' must be count, persons or a mapping of settings' ~ hint, said, 'measures')]}) -%}
    {%- elif said == 'persons' and not settings.get('privacy_unit') -%}
        {%- do return({'measure': none, 'faults': [dbt_crowd._policy_fault(path ~ ' must have a privacy_unit whose persons are counted', said, 'privacy_unit')]}) -%}
    {%- endif -%}
    {%- do return({'measure': {'name': name, 'kind': said}, 'faults': []}) -%}
{% endmacro %}


{#- A measure with settings: which of them go together, and the defaults. -#}
{% macro _settled_measure(schema, name, kind, said, settings, path) %}
    {%- set faults = [] -%}
    {%- set others = ['p_percent', 'dominance'] if kind in ['share', 'percent'] else ['of'] -%}
    {%- for key in others if key in said -%}
        {%- do faults.append(dbt_crowd._policy_fault(path ~ '.' ~ key ~ ' must not stand beside ' ~ kind, said[key], 'measure-' ~ key)) -%}
    {%- endfor -%}
    {%- if kind in ['sum', 'mean'] and settings.get('input') == 'cells' -%}
        {%- do faults.append(dbt_crowd._policy_fault(path ~ ' must not be a ' ~ kind ~ ' beside input: cells: nobody can tell whose part in it is large', said[kind], 'input')) -%}
    {%- endif -%}
    {%- if kind in ['sum', 'mean'] and said[kind] in (settings.get('direct_identifiers') or []) + [settings.get('privacy_unit')] -%}
        {%- do faults.append(dbt_crowd._policy_fault(path ~ ' must not be a ' ~ kind ~ ' of what names a person', said[kind], 'measures')) -%}
    {%- endif -%}
    {%- set measure = {'name': name, 'kind': kind} -%}
    {%- if kind in ['share', 'percent'] -%}
        {%- do measure.update({'part': said[kind], 'of': said.get('of') or []}) -%}
    {%- else -%}
        {%- set usual = schema | selectattr('scope', 'equalto', 'measure') | selectattr('key', 'equalto', 'p_percent') | map(attribute='default') | first -%}
        {%- do measure.update({'column': said[kind], 'p_percent': said.get('p_percent', usual)}) -%}
        {%- if said.get('dominance') -%}
            {%- do measure.update({'dominance': said.dominance}) -%}
        {%- endif -%}
    {%- endif -%}
    {%- do return({'measure': none if faults else measure, 'faults': faults}) -%}
{% endmacro %}


{#- A share is of a total that is published, of a measure that adds up to it. -#}
{% macro _share_faults(measures, settings) %}
    {%- set whole = measures | selectattr('kind', 'in', ['count', 'persons', 'sum']) | map(attribute='name') | list -%}
    {%- set margins = [] -%}
    {%- for names in settings.get('total_by') or [] -%}
        {%- do margins.append(names | sort) -%}
    {%- endfor -%}
    {%- set faults = [] -%}
    {%- for measure in measures if measure.kind in ['share', 'percent'] -%}
        {%- set path = 'measures.' ~ measure.name -%}
        {%- if measure.part not in whole -%}
            {%- do faults.append(dbt_crowd._policy_fault(path ~ '.' ~ measure.kind ~ ' must name a measure that is a count, persons or a sum', measure.part, 'measure-' ~ measure.kind)) -%}
        {%- endif -%}
        {%- if measure.of | sort not in margins -%}
            {%- do faults.append(dbt_crowd._policy_fault(path ~ '.of must be one of the lists under total_by', measure.of, 'measure-of')) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- do return(faults) -%}
{% endmacro %}


{#- All that is published has a name of its own. -#}
{% macro _counts_name_faults(measures, columns, settings) %}
    {%- set faults = [] -%}
    {%- set seen = columns | map('lower') | list -%}
    {%- set names = measures | map(attribute='name') | list -%}
    {%- for total in dbt_crowd.count_totals(measures, settings.get('total_by') or [], settings.get('totals')) -%}
        {%- do names.append(total.name) -%}
    {%- endfor -%}
    {%- for name in names -%}
        {%- if name | lower in seen -%}
            {%- do faults.append(dbt_crowd._policy_fault('measures must not publish a column under a name that is taken', name, 'measures')) -%}
        {%- endif -%}
        {%- do seen.append(name | lower) -%}
    {%- endfor -%}
    {%- do return(faults) -%}
{% endmacro %}
