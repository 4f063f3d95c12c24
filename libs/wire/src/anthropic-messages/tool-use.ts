import { replaceToolId } from '../block-turns/tool-calls.js';

const ID = /^[a-zA-Z0-9_-]{1,64}$/;

export const MAX_TOOL_NAME_LENGTH = 128;

/** Returns an id that this format accepts, so that calls and results match. */
export function safeToolId(id: string): string {
  return ID.test(id) ? id : replaceToolId(id, 'toolu_', 24);
}
