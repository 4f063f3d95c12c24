import { type AssistantPart, type JsonObject, type JsonValue } from '#canonical';
import { decodeCitations } from './citations.js';
import { FORMAT_ID } from './format-id.js';
import { toText } from './to-text.js';
import { UNPROVEN } from '../unproven.js';

/** One block of an upstream's answer; nothing where it tells of tools that the service ran itself. */
export function decodeAnswerBlock(block: JsonObject): AssistantPart[] {
  switch (block['type']) {
    case 'text': {
      const text = toText(block['text']);
      return text === '' ? [] : [{ type: 'text', text, ...decodeCitations(block['citations'], text.length) }];
    }
    case 'thinking':
      return [{ type: 'reasoning', text: toText(block['thinking']), ...getSignature(block['signature']) }];
    case 'redacted_thinking':
      return [{ type: 'reasoning', text: '', isRedacted: true, ...getSignature(block['data']) }];
    case 'tool_use':
      return [
        {
          type: 'tool-call',
          id: toText(block['id']),
          name: toText(block['name']),
          arguments: JSON.stringify(block['input'] ?? {}),
        },
      ];
    default:
      return [];
  }
}

export function getSignature(value: JsonValue | undefined): {
  signature?: { origin: string; value: string };
} {
  const signature = toText(value);
  const isSigned = signature !== '' && signature !== UNPROVEN;
  return isSigned ? { signature: { origin: FORMAT_ID, value: signature } } : {};
}
