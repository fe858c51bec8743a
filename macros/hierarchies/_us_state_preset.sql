{#- States by their postal abbreviation to the divisions and regions of the Census Bureau, which the island areas have no part in. -#}
{% macro _us_state_preset() %}
    {%- do return({
        'type': 'groups',
        'case': 'upper',
        'levels': {
            'division': {
                'New England': ['CT', 'MA', 'ME', 'NH', 'RI', 'VT'],
                'Middle Atlantic': ['NJ', 'NY', 'PA'],
                'East North Central': ['IL', 'IN', 'MI', 'OH', 'WI'],
                'West North Central': ['IA', 'KS', 'MN', 'MO', 'ND', 'NE', 'SD'],
                'South Atlantic': ['DC', 'DE', 'FL', 'GA', 'MD', 'NC', 'SC', 'VA', 'WV'],
                'East South Central': ['AL', 'KY', 'MS', 'TN'],
                'West South Central': ['AR', 'LA', 'OK', 'TX'],
                'Mountain': ['AZ', 'CO', 'ID', 'MT', 'NM', 'NV', 'UT', 'WY'],
                'Pacific': ['AK', 'CA', 'HI', 'OR', 'WA'],
                'Puerto Rico and Island Areas': ['AS', 'GU', 'MP', 'PR', 'VI'],
                'Armed Forces': ['AA', 'AE', 'AP'],
            },
            'region': {
                'Northeast': ['New England', 'Middle Atlantic'],
                'Midwest': ['East North Central', 'West North Central'],
                'South': ['South Atlantic', 'East South Central', 'West South Central'],
                'West': ['Mountain', 'Pacific'],
                'Puerto Rico and Island Areas': ['Puerto Rico and Island Areas'],
                'Armed Forces': ['Armed Forces'],
            },
        },
    }) -%}
{% endmacro %}
