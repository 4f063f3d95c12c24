import { GatewayError } from '#canonical';

export const MIN_PASSWORD_CHARACTERS = 12;
export const MAX_PASSWORD_CHARACTERS = 256;

/** Throws if the length of the password is not allowed. `param` is the name of the field for the error. */
export function requireGoodPassword(password: string, param = 'password'): void {
  const { length } = Array.from(password);
  if (length >= MIN_PASSWORD_CHARACTERS && length <= MAX_PASSWORD_CHARACTERS) return;
  throw new GatewayError(
    'invalid-value',
    `The password must have ${MIN_PASSWORD_CHARACTERS} to ${MAX_PASSWORD_CHARACTERS} characters; this one has ${length}.`,
    { param },
  );
}
