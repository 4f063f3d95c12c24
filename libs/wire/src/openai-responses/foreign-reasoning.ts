import { isJsonObject } from '#canonical';
import {
  type ByteEdit,
  editSignedEntries,
  findSignedConversation,
  isCarriedSignature,
  type JsonDocument,
  KEEP,
} from '#json-scan';

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
