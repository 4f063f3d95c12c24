import { type AssistantMessage, type AssistantPart, openReasoningSignature } from '#canonical';
import { decodeCitations } from './citations.js';
import { type Reading } from './decode-user.js';
import { type Field } from './field.js';
import { FORMAT_ID } from './format-id.js';
import { openCallSignature } from './tool-call-signature.js';
import { UNPROVEN } from '../unproven.js';

export function decodeAssistantMessage(content: Field, reading: Reading): AssistantMessage {
  if (content.isText) return { role: 'assistant', content: [{ type: 'text', text: content.text() }] };
  const parts: AssistantPart[] = [];
  for (const block of content.items()) {
    warnOfLostBreakpoint(block, reading);
    if (!restoreCallSignature(block, parts)) parts.push(decodeAssistantBlock(block, reading));
  }
  return { role: 'assistant', content: parts };
}

function decodeAssistantBlock(block: Field, { callNames }: Reading): AssistantPart {
  const type = block.member('type');
  switch (type.text()) {
    case 'text': {
      const text = block.member('text').text();
      const citations = block.member('citations').optional((list) => list.items().map((one) => one.object()));
      return { type: 'text', text, ...decodeCitations(citations, text.length) };
    }
    case 'thinking':
      return decodeThinking(block);
    case 'redacted_thinking': {
      const signature = openReasoningSignature(block.member('data').text(), FORMAT_ID);
      return { type: 'reasoning', text: '', isRedacted: true, signature };
    }
    case 'tool_use': {
      const id = block.member('id').nonEmptyText();
      const name = block.member('name').nonEmptyText();
      callNames.set(id, name);
      return { type: 'tool-call', id, name, arguments: JSON.stringify(block.member('input').object()) };
    }
    default:
      throw type.fault('unsupported-parameter', 'is not a kind of block that this model can be sent');
  }
}

function decodeThinking(block: Field): AssistantPart {
  const text = block.member('thinking').text();
  const signature = block.member('signature').optional((field) => field.text()) ?? '';
  const isSigned = signature !== '' && signature !== UNPROVEN;
  return {
    type: 'reasoning',
    text,
    ...(isSigned ? { signature: openReasoningSignature(signature, FORMAT_ID) } : {}),
  };
}

/** Whether the block only carried the signature of a call before it, which now has it back. */
function restoreCallSignature(block: Field, parts: AssistantPart[]): boolean {
  if (block.member('type').text() !== 'redacted_thinking') return false;
  const carried = openCallSignature(block.member('data').text());
  if (carried === undefined) return false;
  for (const part of parts) {
    if (part.type === 'tool-call' && part.id === carried.callId) part.signature = carried.signature;
  }
  return true;
}

function warnOfLostBreakpoint(block: Field, { warnings }: Reading): void {
  const control = block.member('cache_control');
  if (control.isAbsent) return;
  warnings.push({
    field: { param: control.path },
    reason: 'Cache breakpoints on turns of the assistant are not kept.',
  });
}
