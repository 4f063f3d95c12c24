/** The name by which signatures say that they were made by a service of this format. */
export const FORMAT_ID = 'openai-chat';
