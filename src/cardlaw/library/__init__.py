"""Card texts as cards that can be played: reading, printing back, how far each is supported."""
