"""Google's Gemini API (generateContent): how its requests, answers and streamed responses are read and written."""
