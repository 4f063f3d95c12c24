import { type JsonSpan } from './json-outline.js';

export interface ByteEdit extends JsonSpan {
  replacement: string;
}

/**
 * Applies the edits; returns the same buffer if there are none. Edits must not overlap. An insertion comes before a
 * replacement at the same position.
 */
export function spliceBytes(bytes: Buffer, edits: readonly ByteEdit[]): Buffer {
  if (edits.length === 0) return bytes;
  const ordered = edits.length === 1 ? edits : edits.toSorted((a, b) => a.start - b.start || a.end - b.end);
  const text = Buffer.allocUnsafe(getLength(bytes, edits));
  let from = 0;
  let to = 0;
  for (const { start, end, replacement } of ordered) {
    to += bytes.copy(text, to, from, start);
    to += text.write(replacement, to, 'utf8');
    from = end;
  }
  bytes.copy(text, to, from);
  return text;
}

function getLength(bytes: Buffer, edits: readonly ByteEdit[]): number {
  let length = bytes.length;
  for (const { start, end, replacement } of edits) length += Buffer.byteLength(replacement) - (end - start);
  return length;
}
