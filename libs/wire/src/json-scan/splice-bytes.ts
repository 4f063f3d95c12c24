import { type JsonSpan } from './json-outline.js';

export interface ByteEdit extends JsonSpan {
  replacement: string;
}

/** The text with each edit applied; the very same buffer where there is none. Edits must not overlap. */
export function spliceBytes(bytes: Buffer, edits: readonly ByteEdit[]): Buffer {
  if (edits.length === 0) return bytes;
  const chunks: Buffer[] = [];
  let position = 0;
  for (const edit of edits.toSorted((a, b) => a.start - b.start)) {
    chunks.push(bytes.subarray(position, edit.start), Buffer.from(edit.replacement, 'utf8'));
    position = edit.end;
  }
  chunks.push(bytes.subarray(position));
  return Buffer.concat(chunks);
}
