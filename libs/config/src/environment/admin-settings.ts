import { ConfigError } from '../config-error.js';
import { isPrintableLine } from '../text/printable.js';
import type { Variables } from './variables.js';

const MIN_PASSWORD_LENGTH = 8;
const MAX_PASSWORD_LENGTH = 1024;
const MAX_EMAIL_LENGTH = 254;

export function readAdminSettings(variables: Variables) {
  return {
    email: variables.parse('MODELGATE_ADMIN_EMAIL', 'an e-mail address', parseEmail) ?? 'admin@localhost',
    password: readPassword(variables),
  };
}

function parseEmail(text: string): string | undefined {
  return /^[^\s@]+@[^\s@]+$/.test(text) && isPrintableLine(text, MAX_EMAIL_LENGTH) ? text : undefined;
}

function readPassword(variables: Variables): string | undefined {
  const password = variables.verbatim('MODELGATE_ADMIN_PASSWORD');
  if (password === undefined) return undefined;
  if (password.length < MIN_PASSWORD_LENGTH || password.length > MAX_PASSWORD_LENGTH) {
    throw new ConfigError(
      `MODELGATE_ADMIN_PASSWORD: the value is not a password of ${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters`,
    );
  }
  return password;
}
