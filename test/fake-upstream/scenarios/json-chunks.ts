const CHUNK_CHARACTERS = 6;

/** A JSON text in fragments like those of models. */
export function jsonChunks(json: string): string[] {
  return json.match(new RegExp(`[^]{1,${CHUNK_CHARACTERS}}`, 'gu')) ?? [];
}
