{#- The figures that counts have beyond those of records; log and gates use these names too. -#}
{% macro counts_figures() %}
    {%- do return([
        {'name': 'crowd_cells', 'type': 'bigint', 'meaning': 'of counts: finest cells, published or not'},
        {'name': 'crowd_cells_folded', 'type': 'bigint', 'meaning': 'finest cells that are published as a part of a coarser one'},
        {'name': 'crowd_cells_suppressed', 'type': 'bigint', 'meaning': 'finest cells that are not published'},
        {'name': 'crowd_folds', 'type': 'bigint', 'meaning': 'published cells that thin ones were folded into'},
        {'name': 'crowd_folds_derivable', 'type': 'bigint', 'meaning': 'published cells that tell more of a thin cell in them than that it is thin'},
        {'name': 'crowd_cells_split', 'type': 'bigint', 'meaning': 'finest cells that are published in parts, or with a person twice'},
        {'name': 'crowd_cells_full_folded', 'type': 'bigint', 'meaning': 'finest cells of at least k persons that were folded'},
        {'name': 'crowd_cells_dominated', 'type': 'bigint', 'meaning': 'published cells whose sum or mean tells of its largest contributors'},
        {'name': 'crowd_unprotected', 'type': 'bigint', 'meaning': 'with exact totals: what the certificate does not prove, or no longer; NULL without'},
    ]) -%}
{% endmacro %}


{#- The figures put together, under the names of the judge's row. -#}
{% macro _counts_figures_cte(policy, withheld, undeclared, is_released, is_protected, is_shown) %}
    {%- set ratio = policy.max_suppression_ratio -%}
    {%- set allowed = 'member_figures.crowd_input_rows * ' ~ ratio[0] -%}
    {%- set bigint = dbt.type_bigint() | trim | lower -%}
    {%- set unlike = (['shown_figures.crowd_rows_untrue'] if is_shown else ['0']) + (['comparison_figures.crowd_rows_unlike_private'] if is_released else []) -%}
    {%- set lines = [
        'cell_figures.crowd_rows', 'member_figures.crowd_persons', 'cell_figures.crowd_rows as crowd_classes', 'cell_figures.crowd_smallest_class',
        'cell_figures.crowd_classes_below_k', 'cell_figures.crowd_classes_below_k as crowd_rows_below_k',
        ('(select count(*) from disclosing)' if 'disclosing' in withheld else 'cast(null as ' ~ bigint ~ ')') ~ ' as crowd_classes_failing_alpha',
    ] + dbt_crowd._qualified('member_figures', ['crowd_input_rows', 'crowd_input_persons', 'crowd_rows_without_person', 'crowd_suppressed_rows', 'crowd_suppressed_persons']) + [
        'case\n            when member_figures.crowd_input_rows = 0 then 0\n            else cast(member_figures.crowd_suppressed_rows as ' ~ dbt_crowd.type_double()
            ~ ') / member_figures.crowd_input_rows\n        end as crowd_suppression_rate',
        'cast((' ~ allowed ~ ' - mod(' ~ allowed ~ ', ' ~ ratio[1] ~ ')) / ' ~ ratio[1] ~ ' as ' ~ bigint ~ ') as crowd_suppression_budget',
        'member_figures.crowd_unmapped',
        undeclared ~ ' as crowd_undeclared_columns',
        unlike | join(' + ') ~ ' as crowd_rows_unlike_private',
        'input_figures.crowd_policy_changed' if is_released else '0 as crowd_policy_changed',
        'input_figures.crowd_content_changed' if is_released else '0 as crowd_content_changed',
    ] + dbt_crowd._qualified('finest_figures', ['crowd_cells', 'crowd_cells_folded', 'crowd_cells_suppressed']) + [
        'cell_figures.crowd_folds', 'cell_figures.crowd_folds_derivable',
        'finest_figures.crowd_cells_split', 'finest_figures.crowd_cells_full_folded',
        ('(select count(*) from dominated)' if 'dominated' in withheld else '0') ~ ' as crowd_cells_dominated',
        'protection_figures.crowd_unprotected' if is_protected else 'cast(null as ' ~ bigint ~ ') as crowd_unprotected',
    ] -%}
    {%- set cte -%}
figures as (
    select
        {{ lines | join(',\n        ') }}
    from cell_figures
    cross join finest_figures
    cross join member_figures
    {%- if is_protected %}
    cross join protection_figures
    {%- endif %}
    {%- if is_shown %}
    cross join shown_figures
    {%- endif %}
    {%- if is_released %}
    cross join comparison_figures
    cross join input_figures
    {%- endif %}
)
    {%- endset -%}
    {%- do return(cte) -%}
{% endmacro %}


{#- The gates, decided in SQL: this select is the whole verdict. -#}
{% macro _counts_verdict(policy) %}
select
    figures.*,
    case
        when
            {{ dbt_crowd._gates_hold(dbt_crowd.count_gates(policy)) | join('\n            and ') }}
            then 1
        else 0
    end as crowd_satisfied
from figures
{%- endmacro %}
