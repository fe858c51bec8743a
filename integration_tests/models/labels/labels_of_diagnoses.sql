{{ rows(
    {'code': 'text', 'Block': 'text', 'chapter': 'text'},
    [
        ['A1', 'A', 'first'], ['A2 ', 'A', 'first'], ['B1', ' B ', 'first'], ['B2', 'B', 'first'], ['C1', 'C', 'second'], ['C2', 'C', 'second'],
        ['none', none, none], [none, 'missing', 'missing'],
    ]
) }}
