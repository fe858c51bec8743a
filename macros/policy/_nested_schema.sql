{#- Rows of the policy's schema for settings that stand under a key of the release: the scope is the key. -#}
{% macro _nested_schema() %}
    {%- do return([
        {'scope': 'risk', 'key': 'highest', 'type': 'number', 'allowed': {'above': 0, 'max': 1},
         'sentence': 'The highest risk of any record, 1 / the size of its class. Records of smaller classes are left out.'},
        {'scope': 'risk', 'key': 'average', 'type': 'number', 'allowed': {'above': 0, 'max': 1},
         'sentence': 'The average risk of the records, which is the number of classes over that of records (persons of each class, with a `privacy_unit`). A release above it is refused.'},
        {'scope': 'risk', 'key': 'at_risk', 'type': 'settings',
         'sentence': 'How many records may have a risk above a threshold. A release with more of them is refused.'},
        {'scope': 'at_risk', 'key': 'threshold', 'type': 'number', 'allowed': {'above': 0, 'max': 1}, 'required': true,
         'sentence': 'The risk above which a record is at risk.'},
        {'scope': 'at_risk', 'key': 'share', 'type': 'number', 'allowed': {'min': 0, 'max': 1}, 'required': true,
         'sentence': 'The share of records that may be.'},
        {'scope': 'population', 'key': 'k_map', 'type': 'whole', 'allowed': {'min': 2},
         'sentence': 'How many of the population, at least, share the published quasi-identifiers of every record: k-map.'},
        {'scope': 'population', 'key': 'delta_presence', 'type': 'bounds',
         'sentence': 'Two bounds for the share of those in the population with the quasi-identifiers of a class who are in the release, so that nobody learns who is: delta-presence.'},
        {'scope': 'population', 'key': 'columns', 'type': 'renames',
         'sentence': 'Quasi-identifiers that the population table calls otherwise, each with its name there.'},
        {'scope': 'population', 'key': 'privacy_unit', 'type': 'column',
         'sentence': 'The person column of the population table; without it, its rows are counted.'},
    ]) -%}
{% endmacro %}
