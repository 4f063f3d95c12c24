/** Text on a more opaque background would be hard to read in the light or the dark color scheme. */
const MAX_OPACITY_PERCENT = 48;

/** Cosine similarity: 1 for the same direction, 0 for unrelated, -1 for opposite. 0 if a vector has length zero. */
export function getCosine(left: readonly number[], right: readonly number[]): number {
  let product = 0;
  let leftSquares = 0;
  let rightSquares = 0;
  for (let index = 0; index < left.length; index++) {
    const leftValue = left[index] ?? 0;
    const rightValue = right[index] ?? 0;
    product += leftValue * rightValue;
    leftSquares += leftValue * leftValue;
    rightSquares += rightValue * rightValue;
  }
  const length = Math.sqrt(leftSquares * rightSquares);
  return length === 0 ? 0 : product / length;
}

/** The matrix of similarities of all pairs. */
export function getSimilarities(vectors: readonly (readonly number[])[]): number[][] {
  return vectors.map((row) => vectors.map((column) => getCosine(row, column)));
}

/** The background color for a similarity. */
export function toHeatColor(similarity: number): string {
  const share = Math.min(Math.max(similarity, 0), 1);
  const percent = Math.round(share * MAX_OPACITY_PERCENT);
  return `color-mix(in srgb, var(--mantine-color-gate-6) ${percent}%, transparent)`;
}

/** A text alternative for the color. */
export function describeSimilarity(similarity: number): string {
  if (similarity >= 0.8) return 'very similar';
  if (similarity >= 0.5) return 'alike';
  if (similarity >= 0.25) return 'somewhat similar';
  return 'not similar';
}
