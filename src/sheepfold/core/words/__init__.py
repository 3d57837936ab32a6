"""English for people: sentences, texts as data, words as they are typed, names that look alike."""
