{{ rows(
    {
        'Birth Year': 'whole', 'select': 'text', 'ÄRGER': 'text', 'we"ird': 'text', "it's": 'text', 'back\\slash': 'text', 'UPPER': 'text',
        'a_name_of_sixty_characters_which_is_nearly_all_that_fits_abc': 'text', 'order': 'whole', 'p q': 'text',
    },
    [
        ['1974', 'F', 'x', 'a', 'b', 'c', 'd', 'n', '1', 'p1'],
        ['1974', 'F', 'x', 'a', 'b', 'c', 'd', 'n', '2', 'p2'],
        ['1974', 'F', 'x', 'a', 'b', 'c', 'd', 'n', '3', 'p3'],
        ['1981', 'M', 'y', 'a', 'b', 'c', 'd', 'n', '4', 'p4'],
        ['1981', 'M', 'y', 'a', 'b', 'c', 'd', 'n', '5', 'p5'],
        ['1982', 'M', 'y', 'a', 'b', 'c', 'd', 'n', '6', 'p6'],
    ]
) }}
