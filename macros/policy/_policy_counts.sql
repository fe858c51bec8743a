{#-
    What a policy of counts says beyond that of records: {'settings': {'measures', 'total_by', ...}, 'faults': [...]}.
    settings   the checked keys of the release
    inventory  its columns, resolved
    ladder     its rungs as places of levels
-#}
{% macro _policy_counts(schema, settings, inventory, ladder) %}
    {%- set columns = inventory.names + inventory.sensitive | map(attribute='name') | list -%}
    {%- set resolved = [] -%}
    {%- set state = namespace(faults=dbt_crowd._counts_input_faults(settings) + dbt_crowd._counts_total_faults(settings, columns)) -%}
    {%- for name, said in (settings.get('measures') or {}).items() -%}
        {%- set built = dbt_crowd._policy_measure(schema, name, said, settings) -%}
        {%- set state.faults = state.faults + built.faults -%}
        {%- if built.measure -%}
            {%- do resolved.append(built.measure) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- set faults = state.faults + dbt_crowd._share_faults(resolved, settings) + dbt_crowd._counts_name_faults(resolved, columns, settings)
        + dbt_crowd._counts_sensitive_faults(inventory.sensitive) + dbt_crowd._exact_faults(resolved, inventory.sensitive, settings) + dbt_crowd._nested_rung_faults(inventory.quasi_identifiers, ladder) -%}
    {%- do return({'faults': faults, 'settings': {'measures': resolved, 'nulls': 'value'}}) -%}
{% endmacro %}


{#- What the keys about input, persons and rounding must be to one another. -#}
{% macro _counts_input_faults(settings) %}
    {%- set faults = [] -%}
    {%- if settings.get('input') == 'cells' -%}
        {%- if not settings.get('count') -%}
            {%- do faults.append(dbt_crowd._policy_fault('count must name the column with the count of each cell, beside input: cells', none, 'count')) -%}
        {%- endif -%}
        {%- if settings.get('privacy_unit') -%}
            {%- do faults.append(dbt_crowd._policy_fault('privacy_unit must not stand beside input: cells, where there are no persons to count', settings.privacy_unit, 'input')) -%}
        {%- endif -%}
    {%- elif settings.get('count') -%}
        {%- do faults.append(dbt_crowd._policy_fault('count must stand beside input: cells', settings.count, 'count')) -%}
    {%- endif -%}
    {%- if settings.get('round_to') and settings.get('k') and settings.round_to > settings.k -%}
        {%- do faults.append(dbt_crowd._policy_fault('round_to must be at most k, or a cell that is published would be rounded to 0', settings.round_to, 'round_to')) -%}
    {%- endif -%}
    {%- do return(faults) -%}
{% endmacro %}


{#- Totals are of columns that cells are made of. -#}
{% macro _counts_total_faults(settings, columns) %}
    {%- set faults = [] -%}
    {%- if settings.get('totals') != 'exact' and settings.get('protection') -%}
        {%- do faults.append(dbt_crowd._policy_fault('protection must stand beside totals: exact', settings.protection, 'protection')) -%}
    {%- elif settings.get('totals') == 'exact' and not settings.get('total_by') -%}
        {%- do faults.append(dbt_crowd._policy_fault('total_by must name the margins of exact totals', settings.total_by, 'total_by')) -%}
    {%- endif -%}
    {%- for names in settings.get('total_by') or [] -%}
        {%- for name in names if name not in columns -%}
            {%- set hint = '; the nearest is ' ~ dbt_crowd._nearest_word(name, columns) if columns else '' -%}
            {%- do faults.append(dbt_crowd._policy_fault('total_by must name columns that cells are made of' ~ hint, name, 'total_by')) -%}
        {%- endfor -%}
    {%- endfor -%}
    {%- do return(faults) -%}
{% endmacro %}


{#- Of a sensitive column counts can ask alpha, and nothing else. -#}
{% macro _counts_sensitive_faults(sensitive) %}
    {%- set faults = [] -%}
    {%- for column in sensitive -%}
        {%- for key in column if key not in ['name', 'alpha'] -%}
            {%- do faults.append(dbt_crowd._policy_fault('sensitive.' ~ column.name ~ '.' ~ key ~ ' is nothing that counts can be asked; alpha is', column[key], 'sensitive-alpha')) -%}
        {%- endfor -%}
    {%- endfor -%}
    {%- do return(faults) -%}
{% endmacro %}


{#- Beside exact totals a hidden cell is hidden for being thin, or to hide a thin one: what withholds full cells would need a proof of its own. -#}
{% macro _exact_faults(measures, sensitive, settings) %}
    {%- set faults = [] -%}
    {%- if settings.get('totals') == 'exact' -%}
        {%- for measure in measures if measure.kind in ['sum', 'mean'] -%}
            {%- do faults.append(dbt_crowd._policy_fault('measures.' ~ measure.name ~ ' must not be a ' ~ measure.kind ~ ' beside totals: exact, which are of counts alone', measure.column, 'totals')) -%}
        {%- endfor -%}
        {%- for measure in measures if measure.kind == 'persons' and settings.get('rungs') and settings.rungs | length > 1 -%}
            {%- do faults.append(dbt_crowd._policy_fault('measures.' ~ measure.name ~ ' must not be persons beside totals: exact and several rungs: those of a fold would tell of its parts', 'persons', 'totals')) -%}
        {%- endfor -%}
        {%- for measure in measures if measure.kind in ['share', 'percent'] -%}
            {%- if not measures | selectattr('name', 'equalto', measure.part) | selectattr('kind', 'equalto', 'count') | list -%}
                {%- do faults.append(dbt_crowd._policy_fault('measures.' ~ measure.name ~ '.' ~ measure.kind ~ ' must name a count beside totals: exact', measure.part, 'totals')) -%}
            {%- endif -%}
        {%- endfor -%}
        {%- for column in sensitive if column.alpha is defined -%}
            {%- do faults.append(dbt_crowd._policy_fault('sensitive.' ~ column.name ~ '.alpha must not stand beside totals: exact', column.alpha, 'totals')) -%}
        {%- endfor -%}
    {%- endif -%}
    {%- do return(faults) -%}
{% endmacro %}


{#- A cell is folded along the rungs, so none may be finer than the one before it. -#}
{% macro _nested_rung_faults(columns, ladder) %}
    {%- set faults = [] -%}
    {%- for rung in ladder[1:] if rung | length == columns | length -%}
        {%- set number = loop.index + 1 -%}
        {%- set before = ladder[loop.index0] -%}
        {%- for column in columns if before | length == columns | length -%}
            {%- if rung[loop.index0] < before[loop.index0] -%}
                {%- do faults.append(dbt_crowd._policy_fault(
                    'rung ' ~ number ~ ': ' ~ column.name ~ ' must not be finer than on the rung before it, which folds into this one', column.levels[rung[loop.index0]], 'rungs'
                )) -%}
            {%- endif -%}
        {%- endfor -%}
    {%- endfor -%}
    {%- do return(faults) -%}
{% endmacro %}
