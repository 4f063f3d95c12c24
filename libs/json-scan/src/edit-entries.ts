import { type JsonDocument } from './json-document.js';
import { type JsonEntry, type JsonSpan } from './json-outline.js';
import { checkTranslatable } from './read-json-object.js';
import { holdsSignature } from './signature-marks.js';
import { type ByteEdit } from './splice-bytes.js';

/** What happens to a value: it is removed, or some of its bytes are replaced, usually none. */
export type ValueEdit = 'remove' | readonly ByteEdit[];

export const KEEP: ValueEdit = [];

/**
 * Edits the elements of an array or the members of an object. Commas are removed together with their entry. Returns
 * `remove` if no entry remains.
 */
export function editEntries(
  document: JsonDocument,
  container: JsonSpan,
  edit: (entry: JsonEntry) => ValueEdit,
): ValueEdit {
  const entries = document.entries(container);
  const results = entries.map(edit);
  const lastRemaining = results.findLastIndex((result) => result !== 'remove');
  if (lastRemaining === -1) return entries.length > 0 ? 'remove' : KEEP;
  return results.flatMap((result, index) =>
    result === 'remove' ? [{ ...getRemovedSpan(entries, index, lastRemaining), replacement: '' }] : result,
  );
}

/** Like `editEntries`, but skips values without a signature of the gateway, which are found without parsing them. */
export function editSignedEntries(
  document: JsonDocument,
  container: JsonSpan,
  edit: (entry: JsonEntry) => ValueEdit,
): ValueEdit {
  return editEntries(document, container, (entry) =>
    holdsSignature(document.bytes.subarray(entry.start, entry.end)) ? edit(entry) : KEEP,
  );
}

/**
 * The conversation of a request, if it is an array that may contain signatures of the gateway. Throws if it has too
 * many values to be searched.
 */
export function findSignedConversation(document: JsonDocument, name: string): JsonSpan | undefined {
  if (!document.holdsSignature) return undefined;
  const conversation = document.member(name);
  if (conversation === undefined || document.kind(conversation) !== 'array') return undefined;
  checkTranslatable(document.valueCount, name);
  return conversation;
}

/** The entry with the comma after it, or with the comma before it if no later entry remains. */
function getRemovedSpan(entries: readonly JsonEntry[], index: number, lastKept: number): JsonSpan {
  const { from = 0, end = 0 } = entries[index] ?? {};
  return index < lastKept
    ? { start: from, end: entries[index + 1]?.from ?? end }
    : { start: entries[index - 1]?.end ?? from, end };
}
