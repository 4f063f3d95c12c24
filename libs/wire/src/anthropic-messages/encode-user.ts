import { type ToolResult, type UserPart } from '#canonical';
import { type Block } from './block.js';
import { encodeCache } from './cache-control.js';
import { cannotTake, encodeDocument, encodeImage } from './encode-media.js';
import { safeToolId } from './tool-identity.js';

/** Blank text is refused by services of this format, and says nothing. */
export function isBlank(text: string): boolean {
  return text.trim() === '';
}

export function encodeUserPart(part: UserPart): Block[] {
  switch (part.type) {
    case 'text':
      return isBlank(part.text) ? [] : [{ type: 'text', text: part.text, ...encodeCache(part.cache) }];
    case 'image':
      return [encodeImage(part)];
    case 'document':
      return [encodeDocument(part)];
    case 'audio':
      throw cannotTake('audio');
  }
}

/** A breakpoint inside a result is set on the result as a whole. */
export function encodeToolResult({ callId, content, isError }: ToolResult): Block {
  const blocks = content.flatMap((part) => encodeUserPart({ ...part, cache: undefined }));
  const breakpoint = content.findLast((part) => part.cache !== undefined)?.cache;
  return {
    type: 'tool_result',
    tool_use_id: safeToolId(callId),
    ...(blocks.length > 0 ? { content: blocks } : {}),
    ...(isError ? { is_error: true } : {}),
    ...encodeCache(breakpoint),
  };
}
