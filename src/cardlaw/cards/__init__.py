"""Cards as data: the vocabulary of ability nodes that the games share, and card libraries."""
