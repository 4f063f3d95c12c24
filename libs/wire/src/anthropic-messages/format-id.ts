/** Marks signatures of reasoning that services of this format made. */
export const FORMAT_ID = 'anthropic-messages';
