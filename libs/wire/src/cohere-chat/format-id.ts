/** The origin of reasoning signatures from services of this format. */
export const FORMAT_ID = 'cohere-chat';
