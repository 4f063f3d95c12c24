/** More would make the number on it hard to read, in the light scheme or in the dark one. */
const DEEPEST_PERCENT = 48;

/** The background of a similarity: the more alike, the deeper. */
export function toHeat(similarity: number): string {
  const share = Math.min(Math.max(similarity, 0), 1);
  const percent = Math.round(share * DEEPEST_PERCENT);
  return `color-mix(in srgb, var(--mantine-color-gate-6) ${percent}%, transparent)`;
}

/** The same in words, for those who do not see it. */
export function describeSimilarity(similarity: number): string {
  if (similarity >= 0.8) return 'very alike';
  if (similarity >= 0.5) return 'alike';
  if (similarity >= 0.25) return 'somewhat alike';
  return 'hardly alike';
}
