import { isJsonObject } from '#canonical';
import {
  type ByteEdit,
  editEntries,
  editSignedEntries,
  findSignedConversation,
  holdsSignature,
  isCarriedSignature,
  type JsonDocument,
  type JsonSpan,
  KEEP,
  type ValueEdit,
} from '#json-scan';

/** Members that repeat the reasoning as text without a signature. */
const PLAIN_REASONING = new Set<string | undefined>(['reasoning_content', 'reasoning']);

/** Removes reasoning blocks with signatures of another service, and such signatures from tool calls. */
export function removeForeignReasoning(document: JsonDocument): readonly ByteEdit[] {
  const messages = findSignedConversation(document, 'messages');
  if (messages === undefined) return [];
  const edits = editSignedEntries(document, messages, (message) => editMessage(document, message));
  return edits === 'remove' ? [] : edits;
}

function editMessage(document: JsonDocument, message: JsonSpan): ValueEdit {
  if (document.kind(message) !== 'object') return KEEP;
  const blocks = document.memberOf(message, 'thinking_blocks');
  const blockEdits = hasGatewaySignature(document, blocks) ? removeForeignBlocks(document, blocks) : KEEP;
  return editEntries(document, message, ({ key, ...value }) => {
    if (key === 'thinking_blocks') return blockEdits;
    if (key === 'tool_calls')
      return editSignedEntries(document, value, (call) => removeCallSignature(document, call));
    return blockEdits === 'remove' && PLAIN_REASONING.has(key) ? 'remove' : KEEP;
  });
}

/** A block without a signature is removed too: it is from the service that signed another block of the message. */
function removeForeignBlocks(document: JsonDocument, blocks: JsonSpan): ValueEdit {
  if (document.kind(blocks) !== 'array') return KEEP;
  return editEntries(document, blocks, (block) => {
    const { signature, data } = toObject(document.value(block));
    const carried = signature ?? data ?? '';
    return carried === '' || isCarriedSignature(carried) ? 'remove' : KEEP;
  });
}

/** Clients return the signature of a call in `extra_content.google.thought_signature`. */
function removeCallSignature(document: JsonDocument, call: JsonSpan): ValueEdit {
  return editEntries(document, call, (member) => {
    if (member.key !== 'extra_content') return KEEP;
    return editEntries(document, member, (vendor) => {
      if (vendor.key !== 'google') return KEEP;
      return editEntries(document, vendor, ({ key, ...value }) =>
        key === 'thought_signature' && isCarriedSignature(document.value(value)) ? 'remove' : KEEP,
      );
    });
  });
}

function hasGatewaySignature(document: JsonDocument, value: JsonSpan | undefined): value is JsonSpan {
  return value !== undefined && holdsSignature(document.bytes.subarray(value.start, value.end));
}

function toObject(value: unknown): Record<string, unknown> {
  return isJsonObject(value) ? value : {};
}
