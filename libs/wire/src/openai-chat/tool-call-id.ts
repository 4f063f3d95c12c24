import { createHash } from 'node:crypto';

const MAX_LENGTH = 64;

/** An id as this format can carry it. The same id always becomes the same, in the call and in its result. */
export function toolCallId(id: string): string {
  return id.length > 0 && id.length <= MAX_LENGTH ? id : mintToolCallId(id);
}

/** An id for a call that came without one. The same seed gives the same id, so that replays agree. */
export function mintToolCallId(seed: string): string {
  return `call_${createHash('sha256').update(seed).digest('hex').slice(0, 24)}`;
}
