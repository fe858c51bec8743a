{{ rows(
    {'word': 'text', 'folded': 'text', 'carried': 'text'},
    [
        ['Bonn', 'Bonn', 'ends in blanks  '], ['Bonn ', 'bonn', ' begins with one'], [' Bonn', 'BONN', ''], ['\tBonn\r\n', 'bONN ', ' '],
        ['BONN', 'Köln', '\t'], ['BONN', 'KÖLN', none], ['BONN', ' köln', 'NULL'], ['bonn', 'Köln', 'null'],
        ['bonn', 'Ulm', '*'], ['bonn ', 'ulm', '100 %'], ['caf\u00e9', 'ULM', 'O\'Brien'], ['caf\u00e9', 'Ulm ', 'back\\slash'],
        ['cafe\u0301', none, 'line\nbreak'], ['cafe\u0301', '', '\u00a0'], ['\u00a0Bonn', ' ', '\U0001F600'], ['\u00a0Bonn', '\t', '{{ jinja }}'],
        ['\U0001F600', none, '-- comment'], ['\U0001F600 ', none, '/* comment */'], [none, 'Ulm', ';'], ['', 'Ulm', '$$'],
        ['  ', 'Ulm', '%s'], ['\n', 'Ulm', ':x'], ['NULL', 'Ulm', 'a"b'], ['NULL', 'Ulm', 'ß'],
    ]
) }}
