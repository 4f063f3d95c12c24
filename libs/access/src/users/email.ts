import { toStorableText } from '../storable-text.js';

export const MAX_EMAIL_CHARACTERS = 254;

/**
 * An entered e-mail address, in a form that is safe in queries. One that is too long is truncated to one character above
 * the maximum, so that it matches no user. The database converts to lower case, so that all comparisons use its rules.
 */
export function normalizeEmail(email: string): string {
  return toStorableText(email.trim()).slice(0, MAX_EMAIL_CHARACTERS + 1);
}
