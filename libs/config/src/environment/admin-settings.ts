import { ConfigError } from '../config-error.js';
import { isPrintableLine } from '../text/printable.js';
import type { Variables } from './variables.js';

const SHORTEST_PASSWORD = 8;
const LONGEST_PASSWORD = 1024;
const LONGEST_EMAIL = 254;

export function readAdminSettings(variables: Variables) {
  return {
    email: variables.parse('MODELGATE_ADMIN_EMAIL', 'an e-mail address', parseEmail) ?? 'admin@localhost',
    password: readPassword(variables),
  };
}

function parseEmail(text: string): string | undefined {
  return /^[^\s@]+@[^\s@]+$/.test(text) && isPrintableLine(text, LONGEST_EMAIL) ? text : undefined;
}

function readPassword(variables: Variables): string | undefined {
  const password = variables.verbatim('MODELGATE_ADMIN_PASSWORD');
  if (password === undefined) return undefined;
  if (password.length < SHORTEST_PASSWORD || password.length > LONGEST_PASSWORD) {
    throw new ConfigError(
      `MODELGATE_ADMIN_PASSWORD: the value is not a password of ${SHORTEST_PASSWORD} to ${LONGEST_PASSWORD} characters`,
    );
  }
  return password;
}
