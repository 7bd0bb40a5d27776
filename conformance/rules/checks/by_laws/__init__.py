"""Operations whose rules are laws: `answers` and `requests` by the laws alone, the others with charges of their own."""
