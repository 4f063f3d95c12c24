const CHUNK_CHARACTERS = 6;

/** A text of JSON in the fragments in which models write it. */
export function jsonChunks(json: string): string[] {
  return json.match(new RegExp(`[^]{1,${CHUNK_CHARACTERS}}`, 'gu')) ?? [];
}
