const PIECE_CHARACTERS = 6;

/** A text of JSON in the fragments in which models write it. */
export function jsonPieces(json: string): string[] {
  return json.match(new RegExp(`[^]{1,${PIECE_CHARACTERS}}`, 'gu')) ?? [];
}
