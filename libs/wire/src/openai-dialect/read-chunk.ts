import { GatewayError } from '#canonical';

export type Chunk = Record<string, unknown>;

/** What closes a stream of this dialect. */
export const DONE = '[DONE]';

/** One event of a stream, which must be a JSON object. */
export function readChunk(data: string): Chunk {
  let parsed: unknown;
  try {
    parsed = JSON.parse(data);
  } catch {
    throw new GatewayError('upstream-bad-response', 'The model service sent a chunk that is not JSON.');
  }
  if (typeof parsed !== 'object' || parsed === null) {
    throw new GatewayError('upstream-bad-response', 'The model service sent a chunk that is not an object.');
  }
  return parsed as Chunk;
}

/** The choices that a chunk adds to; some services send chunks without any. */
export function getChoices(chunk: Chunk): Record<string, unknown>[] {
  const choices = chunk['choices'];
  if (!Array.isArray(choices)) return [];
  return choices.filter((choice) => typeof choice === 'object' && choice !== null);
}

/** The error that a chunk reports instead of an answer, in either of the two places it is put. */
export function getError(chunk: Chunk): unknown {
  return chunk['object'] === 'error' ? chunk : chunk['error'];
}
