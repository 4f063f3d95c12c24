import { type JsonDocument } from './json-document.js';
import { type JsonEntry, type JsonSpan } from './json-outline.js';
import { checkTranslatable } from './read-json-object.js';
import { holdsSignature } from './signature-marks.js';
import { type ByteEdit } from './splice-bytes.js';

/** What becomes of a value: it goes, or some bytes in it change; most often none. */
export type ValueEdit = 'remove' | readonly ByteEdit[];

export const KEEP: ValueEdit = [];

/**
 * Edits the elements of an array or the members of an object, each on its own; commas go with what they belong to.
 * Where nothing is left, the whole goes.
 */
export function editEntries(
  document: JsonDocument,
  container: JsonSpan,
  edit: (entry: JsonEntry) => ValueEdit,
): ValueEdit {
  const entries = document.entries(container);
  const results = entries.map(edit);
  const lastKept = results.findLastIndex((result) => result !== 'remove');
  if (lastKept === -1) return entries.length > 0 ? 'remove' : KEEP;
  return results.flatMap((result, index) =>
    result === 'remove' ? [{ ...getRemoved(entries, index, lastKept), replacement: '' }] : result,
  );
}

/** The same for values that may carry a signature for us, which is told without parsing them; others are kept. */
export function editSignedEntries(
  document: JsonDocument,
  container: JsonSpan,
  edit: (entry: JsonEntry) => ValueEdit,
): ValueEdit {
  return editEntries(document, container, (entry) =>
    holdsSignature(document.bytes.subarray(entry.start, entry.end)) ? edit(entry) : KEEP,
  );
}

/** A request's conversation, if it is a list that may carry signatures for us and is not too long to be looked through. */
export function findSignedConversation(document: JsonDocument, name: string): JsonSpan | undefined {
  if (!document.holdsSignature) return undefined;
  const conversation = document.member(name);
  if (conversation === undefined || document.kind(conversation) !== 'array') return undefined;
  checkTranslatable(document.valueCount, name);
  return conversation;
}

/** With the comma behind it, or with the one before it where nothing is kept behind. */
function getRemoved(entries: readonly JsonEntry[], index: number, lastKept: number): JsonSpan {
  const { from = 0, end = 0 } = entries[index] ?? {};
  return index < lastKept
    ? { start: from, end: entries[index + 1]?.from ?? end }
    : { start: entries[index - 1]?.end ?? from, end };
}
