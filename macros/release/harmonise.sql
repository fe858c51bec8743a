{#-
    An expression that brings a column of a release by a ladder, whose labels are of several levels, to one level: finer
    labels are coarsened, labels of that level stay, and a label that is coarser, or that nothing is known of, is NULL.

        select {{ dbt_crowd.harmonise(ref('visits_for_research'), 'birth_date', '10 years') }} as birth_date
        from {{ ref('visits_for_research') }}

    relation  the release
    column    one of its quasi-identifiers
    level     the name of a level of its hierarchy
-#}
{% macro harmonise(relation, column, level) %}
    {%- if not execute -%}
        {%- do return('null') -%}
    {%- endif -%}
    {%- set policy = dbt_crowd.resolve_policy(dbt_crowd._release_node(relation)) -%}
    {%- set found = policy.quasi_identifiers | selectattr('name', 'equalto', column) | list -%}
    {%- if not found -%}
        {%- do dbt_crowd.refuse(dbt_crowd._with_subject(policy.name, [
            'harmonise: ' ~ column ~ ' is no quasi-identifier of it, but ' ~ policy.quasi_identifiers | map(attribute='name') | join(', ')
        ])) -%}
    {%- endif -%}
    {%- set target = dbt_crowd._policy_level(found[0].levels, level, 'harmonise: level of ' ~ column, '') -%}
    {%- set faults = target.faults -%}
    {%- if found[0].hierarchy.type in ['table', 'sql'] -%}
        {%- set faults = ['harmonise: the hierarchy of ' ~ column ~ ' is of type ' ~ found[0].hierarchy.type ~ ', whose labels cannot be traced back. Join your own table of levels'] -%}
    {%- endif -%}
    {%- if faults -%}
        {%- do dbt_crowd.refuse(dbt_crowd._with_subject(policy.name, faults)) -%}
    {%- endif -%}
    {%- do return(dbt_crowd._harmonised(found[0].hierarchy, dbt_crowd.quoted(column), target.index)) -%}
{% endmacro %}


{#-
    A label is traced back to a value that it could stand for, and that value's labels say the rest: where one of them, at
    the target or finer, is the label itself, the label at the target is the answer.
-#}
{% macro _harmonised(hierarchy, label, target) %}
    {%- set levels = dbt_crowd.hierarchy_levels(hierarchy) -%}
    {%- if levels[target] == '*' -%}
        {%- do return(dbt_crowd.as_text("'*'")) -%}
    {%- endif -%}
    {%- set answers = dbt_crowd._harmonised_ends(hierarchy, label, target) -%}
    {%- for value in dbt_crowd._traced_values(hierarchy, label) -%}
        {%- set expressions = dbt_crowd.hierarchy_expressions(hierarchy, '(' ~ value ~ ')') -%}
        {%- set same = [] -%}
        {%- for expression in expressions[:target + 1] -%}
            {%- do same.append(label ~ ' = ' ~ expression) -%}
        {%- endfor -%}
        {%- do answers.append('when ' ~ same | join(' or ') ~ ' then ' ~ expressions[target]) -%}
    {%- endfor -%}
    {%- do return("case\n    when " ~ label ~ " = '*' then null\n    " ~ answers | join('\n    ') ~ '\nend') -%}
{% endmacro %}


{#- Labels that say by themselves what they are at the target: those that stand at every level, and groups. -#}
{% macro _harmonised_ends(hierarchy, label, target) %}
    {%- set answers = [] -%}
    {%- if hierarchy.type == 'bands' -%}
        {%- do answers.append('when ' ~ dbt_crowd.regex_matches(label, '^(<-?[0-9.]+|-?[0-9.]+[+])$') ~ ' then ' ~ label) -%}
    {%- elif hierarchy.type == 'date' -%}
        {%- do answers.append('when not ' ~ dbt_crowd.regex_matches(label, '^[0-9]{4}(-[0-9Q-]*)?$') ~ ' then ' ~ label) -%}
    {%- elif hierarchy.type in ['prefix', 'groups'] -%}
        {%- set groups = hierarchy.get('groups') if hierarchy.type == 'prefix' else hierarchy.levels -%}
        {%- set first = (dbt_crowd.hierarchy_levels(hierarchy) | length - 1) - (groups or {}) | length -%}
        {%- set above = {} -%}
        {%- for members in (groups or {}).values() -%}
            {%- set place = first + loop.index0 -%}
            {%- for group, parts in members.items() -%}
                {%- do above.update({group: {'place': place, 'parts': parts}}) -%}
            {%- endfor -%}
        {%- endfor -%}
        {%- for group, found in above.items() if found.place <= target -%}
            {%- set state = namespace(name=group, place=found.place) -%}
            {%- for parent, other in above.items() if other.place == state.place + 1 and other.place <= target and state.name in other.parts -%}
                {%- set state.name = parent -%}
                {%- set state.place = other.place -%}
            {%- endfor -%}
            {%- do answers.append('when ' ~ label ~ ' = ' ~ dbt_crowd.sql_text(group) ~ ' then ' ~ dbt_crowd.as_text(dbt_crowd.sql_text(state.name))) -%}
        {%- endfor -%}
        {%- for fold in (hierarchy.get('fold') or {}) -%}
            {%- do answers.append('when ' ~ label ~ ' = ' ~ dbt_crowd.sql_text(fold) ~ ' then ' ~ label) -%}
        {%- endfor -%}
    {%- endif -%}
    {%- do return(answers) -%}
{% endmacro %}


{#- Values that a label could stand for: the first and the last day of a period, since an end of the hierarchy can cut either. -#}
{% macro _traced_values(hierarchy, label) %}
    {%- if hierarchy.type == 'bands' -%}
        {%- do return([dbt_crowd.regex_extract(label, '^(?:\\[)?(-?[0-9]+(?:[.][0-9]+)?)')]) -%}
    {%- elif hierarchy.type == 'prefix' -%}
        {%- do return(['replace(' ~ label ~ ", '*', '0')"]) -%}
    {%- elif hierarchy.type == 'date' -%}
        {%- set days = [] -%}
        {%- for month, year in [['01-01', 'left'], ['12-31', 'right']] -%}
            {%- set quarters = ['01-01', '04-01', '07-01', '10-01'] if loop.first else ['03-31', '06-30', '09-30', '12-31'] -%}
            {%- set cases = ['when ' ~ dbt_crowd.regex_matches(label, '^[0-9]{4}-[0-9]{2}-[0-9]{2}$') ~ ' then ' ~ label] -%}
            {%- for quarter in quarters -%}
                {%- do cases.append('when ' ~ dbt_crowd.regex_matches(label, '^[0-9]{4}-Q' ~ loop.index ~ '$') ~ ' then ' ~ dbt.concat([dbt_crowd.left_text(label, 5), "'" ~ quarter ~ "'"])) -%}
            {%- endfor -%}
            {%- do cases.append('when ' ~ dbt_crowd.regex_matches(label, '^[0-9]{4}-[0-9]{2}$') ~ ' then ' ~ dbt.concat([label, "'-01'" if loop.first else "'-28'"])) -%}
            {%- set whole = dbt_crowd.left_text(label, 4) if loop.first else dbt.right(label, 4) -%}
            {%- do cases.append('when ' ~ dbt_crowd.regex_matches(label, '^[0-9]{4}(-[0-9]{4})?$') ~ ' then ' ~ dbt.concat([whole, "'-" ~ month ~ "'"])) -%}
            {%- do days.append('case ' ~ cases | join(' ') ~ ' end') -%}
        {%- endfor -%}
        {%- do return(days) -%}
    {%- endif -%}
    {%- do return([label]) -%}
{% endmacro %}
