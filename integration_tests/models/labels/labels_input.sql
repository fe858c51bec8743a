{{ rows(
    {'town': 'text', 'diagnosis': 'text', 'name': 'text', 'income': 'whole'},
    [
        ['MA', 'A1', 'Ada', '100'], [' MA', 'C1', ' ada ', '200'], ['NY', 'A1 ', 'Abel', '300'], ['TX', 'B1', 'Bo', '100'], ['FL', 'C2', 'bea', '200'],
        ['O\'Brien', 'B1', 'Bo', '300'], ['100 %', 'a1', 'Cy', '400'], ['back\\slash', 'none', 'cy', '400'], ['CA', 'gone', '\u00c4da', '500'], [none, none, none, none],
        ['', ' ', '', '100'], ['ma', 'C1', 'Di', '200'], ['TX', 'C1', 'Di', '300'], ['"', 'C2', 'di', '400'],
    ]
) }}
