import { isJsonObject } from '#canonical';
import {
  type ByteEdit,
  editEntries,
  editSignedEntries,
  findSignedConversation,
  isCarriedSignature,
  type JsonDocument,
  type JsonSpan,
  KEEP,
  type ValueEdit,
} from '#json-scan';
import { type FindRule } from '../wire-format.js';
import { ProtoObject } from './proto-object.js';
import { requiresSignatures } from './thinking.js';
import { DUMMY_SIGNATURE } from './thought-signature.js';

const SIGNATURE_NAMES = new Set<string | undefined>(['thoughtSignature', 'thought_signature']);

/**
 * Removes thoughts with signatures of another service, and such signatures from other parts. If the model requires
 * signatures, a call gets the placeholder for calls of other models.
 */
export function removeForeignReasoning(document: JsonDocument, findRule: FindRule): readonly ByteEdit[] {
  const contents = findSignedConversation(document, 'contents');
  if (contents === undefined) return [];
  const callSignature = requiresSignatures(findRule()) ? JSON.stringify(DUMMY_SIGNATURE) : undefined;
  const edits = editSignedEntries(document, contents, (content) => {
    const parts = document.kind(content) === 'object' ? document.memberOf(content, 'parts') : undefined;
    if (parts === undefined) return KEEP;
    if (document.kind(parts) === 'object') return editPart(document, parts, callSignature);
    return editSignedEntries(document, parts, (part) => editPart(document, part, callSignature));
  });
  return edits === 'remove' ? [{ ...contents, replacement: '[]' }] : edits;
}

function editPart(document: JsonDocument, span: JsonSpan, callSignature: string | undefined): ValueEdit {
  const value = document.value(span);
  if (!isJsonObject(value)) return KEEP;
  const part = new ProtoObject(value);
  if (!isCarriedSignature(part.value('thoughtSignature'))) return KEEP;
  const isCall = isJsonObject(part.value('functionCall'));
  if (!isCall && !hasContent(part)) return 'remove';
  return editEntries(document, span, ({ key, start, end }) => {
    if (!SIGNATURE_NAMES.has(key)) return KEEP;
    return isCall && callSignature !== undefined ? [{ start, end, replacement: callSignature }] : 'remove';
  });
}

/** False for a thought or an empty text, which is useless without its signature. */
function hasContent(part: ProtoObject): boolean {
  if (part.value('thought') === true) return false;
  return part.value('text') !== '' && part.fields.some((field) => field !== 'thoughtSignature');
}
