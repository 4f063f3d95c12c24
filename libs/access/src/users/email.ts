import { storableText } from '../storable-text.js';

export const MAX_EMAIL_CHARACTERS = 254;

/**
 * An address as somebody has typed it, fit to be looked for. One that is too long is cut to where it is still too
 * long, and so nobody's. Upper and lower case are the database's business, which has one idea of them for all.
 */
export function typedEmail(email: string): string {
  return storableText(email.trim()).slice(0, MAX_EMAIL_CHARACTERS + 1);
}
