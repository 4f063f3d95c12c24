import { isAbsent } from '../fields.js';
import { Refused } from '../refused.js';
import { checkString } from '../value-checks.js';

const MAX_LENGTH = 64;

export function checkUser(user: unknown): void {
  if (isAbsent(user)) return;
  checkString(user, ['user']);
  if (user.length <= MAX_LENGTH) return;
  const message = `string too long. Expected a string with maximum length ${MAX_LENGTH}.`;
  throw new Refused(message, { path: ['user'], code: 'string_above_max_length' });
}
