{{ rows({'zip': 'text', 'age': 'whole', 'note': 'text'}, [['02139', '33', 'alone']]) }}
