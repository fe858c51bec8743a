{#-
    Whether text is a number with at most so many digits before the point, which leaves out NaN and the infinities.
    Not true, and never an error, for any other text.
-#}
{% macro is_number(text, digits) %}
    {%- do return(adapter.dispatch('is_number', 'dbt_crowd')(text, digits)) -%}
{% endmacro %}


{% macro default__is_number(text, digits) %}
    {%- do return(dbt_crowd.as_number(text, digits) ~ ' is not null') -%}
{% endmacro %}


{#-
    PostgreSQL has no cast that tries, so the pattern lets nothing through that as_number could refuse: in scientific notation
    one digit before the point and any exponent that fits, or more digits and an exponent below 10.
-#}
{% macro postgres__is_number(text, digits) %}
    {%- set plain = '0*[0-9]{1,' ~ digits ~ '}(?:[.][0-9]*)?|[.][0-9]+' -%}
    {%- set exponents = ['[0-9]'] -%}
    {%- for tens in range(1, (digits - 1) // 10) -%}
        {%- do exponents.append(tens ~ '[0-9]') -%}
    {%- endfor -%}
    {%- do exponents.append((digits - 1) // 10 ~ '[0-' ~ (digits - 1) % 10 ~ ']') -%}
    {%- set normal = '[0-9](?:[.][0-9]*)?[eE](?:[+]?0*(?:' ~ exponents | join('|') ~ ')|-[0-9]{1,3})' -%}
    {%- set other = '(?:0*[0-9]{1,' ~ (digits - 9) ~ '}(?:[.][0-9]*)?|[.][0-9]+)[eE](?:[+]?0*[0-9]|-[0-9]{1,3})' -%}
    {%- do return(dbt_crowd.trimmed(text) ~ " ~ '^[+-]?(?:" ~ [plain, normal, other] | join('|') ~ ")$'") -%}
{% endmacro %}


{% macro redshift__is_number(text, digits) %}
    {%- do return(dbt_crowd.default__is_number(text, digits)) -%}
{% endmacro %}
