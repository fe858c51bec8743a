{#-
    ZIP codes to Census regions by their first three digits. The Postal Service gives out these digits in blocks, state
    by state; an unused one is taken with its block. The table is in seeds/zip3_regions.csv.
-#}
{% macro _us_zip_preset() %}
    {%- do return({
        'type': 'prefix',
        'lengths': [5, 3],
        'unit': 'digits',
        'matches': '^[0-9]{5}(-?[0-9]{4})?$',
        'groups': {
            'region': {
                'Northeast': ['005', '010-089', '100-196'],
                'Midwest': ['430-568', '570-589', '600-699'],
                'South': ['197-339', '341-429', '569', '700-799', '885'],
                'West': ['590-599', '800-884', '886-961', '967-968', '970-999'],
                'Puerto Rico and Island Areas': ['006-009', '969'],
                'Armed Forces': ['090-099', '340', '962-966'],
            },
        },
    }) -%}
{% endmacro %}


{#-
    The first three digits, and 000 for the 17 areas of at most 20,000 people in the 2000 census, as the guidance on
    45 CFR 164.514(b)(2) lists them.
-#}
{% macro _us_zip_safe_harbor_preset() %}
    {%- do return({
        'type': 'prefix',
        'lengths': [3],
        'unit': 'digits',
        'matches': '^[0-9]{5}(-?[0-9]{4})?$',
        'fold': {
            '000': [
                '036', '059', '063', '102', '203', '556', '692', '790', '821', '823', '830', '831', '878', '879', '884', '890', '893',
            ],
        },
    }) -%}
{% endmacro %}
