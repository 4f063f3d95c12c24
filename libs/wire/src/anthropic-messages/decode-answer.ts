import { type AssistantPart, type JsonObject, type JsonValue } from '#canonical';
import { decodeCitations } from './citations.js';
import { FORMAT_ID } from './format-id.js';
import { textOf } from './text-of.js';
import { UNPROVEN } from '../unproven.js';

/** One block of an upstream's answer; nothing where it tells of tools that the service ran itself. */
export function decodeAnswerBlock(block: JsonObject): AssistantPart[] {
  switch (block['type']) {
    case 'text': {
      const text = textOf(block['text']);
      return text === '' ? [] : [{ type: 'text', text, ...decodeCitations(block['citations'], text.length) }];
    }
    case 'thinking':
      return [{ type: 'reasoning', text: textOf(block['thinking']), ...proofOf(block['signature']) }];
    case 'redacted_thinking':
      return [{ type: 'reasoning', text: '', isRedacted: true, ...proofOf(block['data']) }];
    case 'tool_use':
      return [
        {
          type: 'tool-call',
          id: textOf(block['id']),
          name: textOf(block['name']),
          arguments: JSON.stringify(block['input'] ?? {}),
        },
      ];
    default:
      return [];
  }
}

export function proofOf(value: JsonValue | undefined): { proof?: { origin: string; value: string } } {
  const signature = textOf(value);
  const isProven = signature !== '' && signature !== UNPROVEN;
  return isProven ? { proof: { origin: FORMAT_ID, value: signature } } : {};
}
