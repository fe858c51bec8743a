{{ rows({'zip': 'text', 'age': 'whole', 'note': 'text'}, [[none, none, none]]) }}
where 1 = 0
