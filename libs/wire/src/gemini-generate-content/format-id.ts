export const FORMAT_ID = 'gemini-generate-content';
