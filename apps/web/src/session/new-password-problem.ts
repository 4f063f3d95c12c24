const FEWEST_CHARACTERS = 12;
const MOST_CHARACTERS = 256;

/** Why somebody should not choose this password; null where it is good. */
export function newPasswordProblem(next: string, current: string): string | null {
  const { length } = Array.from(next);
  if (length < FEWEST_CHARACTERS) return `Use at least ${FEWEST_CHARACTERS} characters`;
  if (length > MOST_CHARACTERS) return `Use at most ${MOST_CHARACTERS} characters`;
  return next === current ? 'Choose another one than before' : null;
}
