{#-
    ICD-10 codes, with or without the point, to their category and chapter. Where the clinical modification of the
    United States has categories beyond the end of a chapter of the World Health Organization's, they are included.
-#}
{% macro _icd10_preset() %}
    {%- do return({
        'type': 'prefix',
        'case': 'upper',
        'lengths': [8, 3],
        'names': ['code', 'category'],
        'mask': false,
        'matches': '^[A-Z][0-9][0-9A-Z]([.]?[0-9A-Z]{1,4})?$',
        'groups': {
            'chapter': {
                'I Infectious and parasitic diseases': ['A00-B99'],
                'II Neoplasms': ['C00-D49'],
                'III Blood and immune mechanism': ['D50-D89'],
                'IV Endocrine, nutritional and metabolic diseases': ['E00-E90'],
                'V Mental and behavioural disorders': ['F00-F99'],
                'VI Nervous system': ['G00-G99'],
                'VII Eye and adnexa': ['H00-H59'],
                'VIII Ear and mastoid process': ['H60-H95'],
                'IX Circulatory system': ['I00-I99'],
                'X Respiratory system': ['J00-J99'],
                'XI Digestive system': ['K00-K95'],
                'XII Skin and subcutaneous tissue': ['L00-L99'],
                'XIII Musculoskeletal system and connective tissue': ['M00-M99'],
                'XIV Genitourinary system': ['N00-N99'],
                'XV Pregnancy, childbirth and the puerperium': ['O00-O99'],
                'XVI Conditions originating in the perinatal period': ['P00-P96'],
                'XVII Congenital malformations': ['Q00-Q99'],
                'XVIII Symptoms and abnormal findings': ['R00-R99'],
                'XIX Injury, poisoning and other external causes': ['S00-T98'],
                'XX External causes of morbidity and mortality': ['V00-Y99'],
                'XXI Factors influencing health status': ['Z00-Z99'],
                'XXII Codes for special purposes': ['U00-U99'],
            },
        },
    }) -%}
{% endmacro %}
