export const FORMAT_ID = 'openai-responses';
