const MAX_COMPARED_LENGTH = 64;

/** The candidate most similar to `word`, if it is similar enough for a suggestion. */
export function findNearest(word: string, candidates: readonly string[]): string | undefined {
  const written = simplify(word);
  if (written === '' || written.length > MAX_COMPARED_LENGTH) return undefined;

  let best: { candidate: string; distance: number } | undefined;
  for (const candidate of candidates) {
    const distance = computeEditDistance(written, simplify(candidate));
    if (distance < (best?.distance ?? Infinity)) best = { candidate, distance };
  }
  const tolerated = Math.max(1, Math.floor(written.length / 3));
  return best !== undefined && best.distance <= tolerated ? best.candidate : undefined;
}

/** Spelling variants (base_url, BaseURL, base-url) count as the same word. */
function simplify(word: string): string {
  return word.toLowerCase().replace(/[_-]/g, '');
}

function computeEditDistance(from: string, to: string): number {
  let previous = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [row, character] of Array.from(from).entries()) {
    const current = [row + 1];
    for (const [column, other] of Array.from(to).entries()) {
      const replaced = (previous[column] ?? Infinity) + (character === other ? 0 : 1);
      const removed = (previous[column + 1] ?? Infinity) + 1;
      const added = (current[column] ?? Infinity) + 1;
      current.push(Math.min(replaced, removed, added));
    }
    previous = current;
  }
  return previous[to.length] ?? Infinity;
}
