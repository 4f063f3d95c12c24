const MIN_CHARACTERS = 12;
const MAX_CHARACTERS = 256;

/** Why the gateway would reject this password; null if it is valid. */
export function newPasswordProblem(next: string, current: string): string | null {
  const { length } = Array.from(next);
  if (length < MIN_CHARACTERS) return `Use at least ${MIN_CHARACTERS} characters`;
  if (length > MAX_CHARACTERS) return `Use at most ${MAX_CHARACTERS} characters`;
  return next === current ? 'Choose a password that differs from the current one' : null;
}
