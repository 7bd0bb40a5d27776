"""Operations whose rules are letters: what one document or API says, read by readers of their own."""
