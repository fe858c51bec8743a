{{ rows(
    {'Branch Name': 'text', 'group': 'text', 'n': 'whole'},
    [
        ['north', '13-17', '318'], [' north', '45+', '4'], ['it\'s "odd"', '13-17', '2'], ['it\'s "odd"', '18-24', '3'], ['it\'s "odd"', none, '17'],
        ['back\\slash', '45+', '4'], ['back\\slash', '25-44', '0'], [none, '25-44', '2'], ['', '45+', '3'], [none, none, '5'], ['100 %', '13-17', '1'],
    ]
) }}
