import { KEEP, editSignedEntries, findSignedConversation } from '../json-scan/edit-entries.js';
import { type JsonDocument } from '../json-scan/json-document.js';
import { isCarriedSignature } from '../json-scan/signature-marks.js';
import { type ByteEdit } from '../json-scan/splice-bytes.js';
import { isJsonObject } from '../validation/json-values.js';

/** Removes reasoning items that another service made or signed, because this service cannot read them. */
export function removeForeignReasoning(document: JsonDocument): readonly ByteEdit[] {
  const input = findSignedConversation(document, 'input');
  if (input === undefined) return [];
  const edits = editSignedEntries(document, input, (item) =>
    isForeign(document.value(item)) ? 'remove' : KEEP,
  );
  return edits === 'remove' ? [{ ...input, replacement: '[]' }] : edits;
}

function isForeign(item: unknown): boolean {
  return isJsonObject(item) && item['type'] === 'reasoning' && isCarriedSignature(item['encrypted_content']);
}
