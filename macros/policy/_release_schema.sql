{#- Rows of the policy's schema for the release as a whole; policy_schema explains the fields. -#}
{% macro _release_schema() %}
    {%- do return([
        {'scope': 'release', 'key': 'k', 'type': 'whole', 'allowed': {'min': 2}, 'required': true,
         'sentence': 'Every published record shares its quasi-identifiers with at least k - 1 others: other persons where there is a `privacy_unit`, other rows where there is none.'},
        {'scope': 'release', 'key': 'privacy_unit', 'type': 'column',
         'sentence': 'The column that says whose record it is. With it, k counts distinct persons instead of rows. It is a direct identifier or a quasi-identifier of the policy.'},
        {'scope': 'release', 'key': 'max_suppression', 'type': 'number', 'allowed': {'min': 0, 'max': 1}, 'default': 0.05,
         'sentence': 'The suppression budget: the share of rows (of persons, with a `privacy_unit`) that may be left out. The budget is rounded down to whole rows or persons, in decimal arithmetic. For counts it is the share of the counted rows in cells that are not published, and without it there is no budget.'},
        {'scope': 'release', 'key': 'direct_identifiers', 'type': 'columns', 'default': [],
         'sentence': 'Columns that name a person on their own. They are dropped.'},
        {'scope': 'release', 'key': 'quasi_identifiers', 'type': 'columns', 'allowed': {'min': 1}, 'default': [],
         'sentence': 'Columns that others know and that together point at a person. Each is published at a level of its hierarchy.'},
        {'scope': 'release', 'key': 'sensitive', 'type': 'columns', 'default': [],
         'sentence': 'Columns with what nobody should learn about a person. They are published as they are.'},
        {'scope': 'release', 'of': 'records', 'key': 'insensitive', 'type': 'columns', 'default': [],
         'sentence': 'Columns that neither point at a person nor tell anything of one. They are published as they are.'},
        {'scope': 'release', 'of': 'records', 'key': 'population', 'type': 'settings',
         'sentence': 'What is asked of the classes beside a population table, which the model names: `release(ref(...), population=ref(...))`.'},
        {'scope': 'release', 'of': 'records', 'key': 'risk', 'type': 'settings',
         'sentence': 'Limits on the risk that a record of the release is found again by somebody who knows that it is there.'},
        {'scope': 'release', 'key': 'rungs', 'type': 'rungs', 'default': [],
         'sentence': 'The ladder: rungs in the order in which they are tried, each with the level of every quasi-identifier. A column that a rung leaves out stays at its finest allowed level. `crowd solve` writes them; without any, the release cannot be built. For counts each rung is at least as coarse as the one before it, they are written by hand, and without any there is the finest alone.'},
        {'scope': 'release', 'key': 'undecided', 'type': 'undecided', 'default': [],
         'sentence': 'Columns that `crowd init` found and nobody has put into one of the four kinds yet. While one is left, the release is refused.'},
        {'scope': 'release', 'of': 'records', 'key': 'objective', 'type': 'choice', 'default': 'loss',
         'allowed': ['loss', 'loss_geometric', 'entropy', 'precision', 'discernibility', 'average_class_size'],
         'sentence': 'What `crowd solve` makes as small as it can among the rungs that keep the policy.'},
        {'scope': 'release', 'of': 'records', 'key': 'max_rungs', 'type': 'whole', 'allowed': {'min': 1}, 'default': 1,
         'sentence': 'How many rungs `crowd solve` may use. One is classic full-domain generalization; more keep the detail of dense crowds. See [ladders](driver.md#ladders).'},
        {'scope': 'release', 'of': 'records', 'key': 'publish_rung', 'type': 'boolean', 'default': false,
         'sentence': 'Whether the release has a column `crowd_rung`, the place in the ladder of the rung that served the row, as text. Classes are then told apart by it too: criteria are judged on the rows of one rung. Not beside a `population`.'},
        {'scope': 'release', 'of': 'records', 'key': 'nulls', 'type': 'choice', 'allowed': ['value', 'wildcard'], 'default': 'value',
         'sentence': 'What a missing quasi-identifier is: a value of its own, or one that could be any. `wildcard` is optimistic, and is reported beside the sound figure.'},
        {'scope': 'release', 'key': 'unmapped', 'type': 'choice', 'allowed': ['refuse', 'suppress'], 'default': 'refuse',
         'sentence': 'What happens when a value is not covered by its hierarchy: the release is refused, or the value is published as `*`.'},
        {'scope': 'release', 'key': 'allow_empty', 'type': 'boolean', 'default': false,
         'sentence': 'Whether a release without any row passes.'},
        {'scope': 'release', 'key': 'warn_at', 'type': 'number', 'allowed': {'min': 0, 'max': 1}, 'default': 0.8,
         'sentence': 'The share of the suppression budget from which a build and `crowd check` warn that it is nearly used up.'},
    ] + dbt_crowd._counts_schema()) -%}
{% endmacro %}


{#- Rows for what only counts have. A policy with `measures` is one of counts. -#}
{% macro _counts_schema() %}
    {%- do return([
        {'scope': 'release', 'of': 'counts', 'key': 'measures', 'type': 'measures',
         'sentence': 'What is published of every cell, by the name of its column: `count` for rows, `persons` for distinct persons, or settings. A policy that has this key is one of counts, for `release_counts()`; cells are made of the quasi-identifiers and the sensitive columns.'},
        {'scope': 'release', 'of': 'counts', 'key': 'totals', 'type': 'choice', 'allowed': ['published', 'exact'], 'default': 'published',
         'sentence': 'What totals add up: `published` the published cells only, so that nothing can be subtracted from them; `exact` all cells, which takes complementary suppression.'},
        {'scope': 'release', 'of': 'counts', 'key': 'total_by', 'type': 'column_lists', 'default': [],
         'sentence': 'The margins of which there are totals: a list of lists of the columns that cells are made of. The empty list is the grand total.'},
        {'scope': 'release', 'of': 'counts', 'key': 'protection', 'type': 'whole', 'allowed': {'min': 1},
         'sentence': 'With exact totals, how far apart two tables must be in a thin cell that both agree with all that is published; without it, k.'},
        {'scope': 'release', 'of': 'counts', 'key': 'input', 'type': 'choice', 'allowed': ['records', 'cells'], 'default': 'records',
         'sentence': 'What a row of the input is: a record, or a cell that was counted before. A count of the latter is taken for persons, and persons are not counted again.'},
        {'scope': 'release', 'of': 'counts', 'key': 'count', 'type': 'column',
         'sentence': 'The column with the count of each cell, beside `input: cells`.'},
        {'scope': 'release', 'of': 'counts', 'key': 'round_to', 'type': 'whole', 'allowed': {'min': 2},
         'sentence': 'Counts, persons and sums are rounded to the nearest multiple of it, after suppression; other measures and totals are made of rounded parts. At most k.'},
    ]) -%}
{% endmacro %}
