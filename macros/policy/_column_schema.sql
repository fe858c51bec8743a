{#-
    Rows of the policy's schema for the settings of one quasi-identifier. Direct identifiers and insensitive columns
    have none; a row with such a scope is all that it takes to give them one.
-#}
{% macro _column_schema() %}
    {%- do return([
        {'scope': 'quasi_identifier', 'key': 'hierarchy', 'type': 'hierarchy', 'default': 'suppress', 'main': true,
         'sentence': 'How the column is generalized: a type that needs no settings, a preset, or a name from the variable `dbt_crowd_hierarchies`. Settings beside it replace those of the preset. A bare word in place of the settings is this one.'},
        {'scope': 'quasi_identifier', 'key': 'type', 'type': 'type',
         'sentence': 'The type of a hierarchy that is written out here, in place of `hierarchy`.'},
        {'scope': 'quasi_identifier', 'key': 'min_level', 'type': 'level',
         'sentence': 'The finest level that may be published; without it, the first.'},
        {'scope': 'quasi_identifier', 'key': 'max_level', 'type': 'level',
         'sentence': 'The coarsest level that may be published; without it, the last.'},
        {'scope': 'quasi_identifier', 'key': 'weight', 'type': 'number', 'allowed': {'above': 0}, 'default': 1,
         'sentence': 'How much this column counts in the objective, against the others.'},
    ]) -%}
{% endmacro %}
