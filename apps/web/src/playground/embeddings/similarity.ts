/** More would make the number on it hard to read, in the light scheme or in the dark one. */
const DEEPEST_PERCENT = 48;

/** How alike two vectors point: 1 the same way, 0 unrelated, -1 opposite. A vector of nothing is like no other. */
export function cosine(left: readonly number[], right: readonly number[]): number {
  let product = 0;
  let leftSquares = 0;
  let rightSquares = 0;
  for (let index = 0; index < left.length; index++) {
    const one = left[index] ?? 0;
    const other = right[index] ?? 0;
    product += one * other;
    leftSquares += one * one;
    rightSquares += other * other;
  }
  const length = Math.sqrt(leftSquares * rightSquares);
  return length === 0 ? 0 : product / length;
}

/** Every vector against every other, in the order given. */
export function similarities(vectors: readonly (readonly number[])[]): number[][] {
  return vectors.map((row) => vectors.map((column) => cosine(row, column)));
}

/** The background of a similarity: the more alike, the deeper. */
export function toHeat(similarity: number): string {
  const share = Math.min(Math.max(similarity, 0), 1);
  const percent = Math.round(share * DEEPEST_PERCENT);
  return `color-mix(in srgb, var(--mantine-color-gate-6) ${percent}%, transparent)`;
}

/** The same in words, for those who do not see it. */
export function describeSimilarity(similarity: number): string {
  if (similarity >= 0.8) return 'very similar';
  if (similarity >= 0.5) return 'alike';
  if (similarity >= 0.25) return 'somewhat similar';
  return 'not similar';
}
