import { GatewayError } from '#canonical';

export const MIN_PASSWORD_CHARACTERS = 12;
export const MAX_PASSWORD_CHARACTERS = 256;

/** Refuses a password that nobody should choose. `param` is the field that it came in. */
export function requireGoodPassword(password: string, param = 'password'): void {
  const { length } = Array.from(password);
  if (length >= MIN_PASSWORD_CHARACTERS && length <= MAX_PASSWORD_CHARACTERS) return;
  throw new GatewayError(
    'invalid-value',
    `A password has ${MIN_PASSWORD_CHARACTERS} to ${MAX_PASSWORD_CHARACTERS} characters; this one has ${length}.`,
    { param },
  );
}
