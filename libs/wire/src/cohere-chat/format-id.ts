/** What this format is called where reasoning is marked with the format of the service that made it. */
export const FORMAT_ID = 'cohere-chat';
