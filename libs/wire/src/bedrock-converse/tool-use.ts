import { replaceToolId } from '../block-turns/tool-calls.js';
import { type ModelFamily } from './model-family.js';

const ID = /^[\w.:-]{1,64}$/;
const SHORT_ID = /^[a-zA-Z0-9]{9}$/;

export const MAX_TOOL_NAME_LENGTH = 64;

/** Returns an id that the model accepts, so that calls and results match. */
export function fitToolId(id: string, { hasShortIds = false }: ModelFamily): string {
  if ((hasShortIds ? SHORT_ID : ID).test(id)) return id;
  return hasShortIds ? replaceToolId(id, '', 9) : replaceToolId(id, 'tooluse_', 24);
}
