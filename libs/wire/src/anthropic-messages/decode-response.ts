import {
  type AssistantPart,
  type ChatResponse,
  GatewayError,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '#canonical';
import { UNSIGNED_MARK } from '../unsigned-mark.js';
import { definedMembers } from '../validation/json-values.js';
import { decodeCitations } from './citations.js';
import { decodeFinish, getRefusalExplanation } from './finish-reason.js';
import { toText } from './json-values.js';
import { decodeReportedTier } from './service-tier.js';
import { FORMAT_ID } from './tool-call-signature.js';
import { decodeUsage } from './usage.js';

export function decodeResponse(body: JsonObject): ChatResponse {
  const { content: blocks, usage } = body;
  if (!Array.isArray(blocks)) {
    throw new GatewayError(
      'upstream-bad-response',
      'The provider returned a response that could not be parsed.',
    );
  }
  const content = [...blocks.filter(isJsonObject).flatMap(decodeBlock), ...decodeRefusal(body)];
  const hasCalls = content.some((part) => part.type === 'tool-call');
  const finish = decodeFinish(toText(body['stop_reason']), body['stop_sequence'], hasCalls);
  return definedMembers({
    id: toText(body['id']),
    model: toText(body['model']),
    createdAtSeconds: Math.floor(Date.now() / 1000),
    choices: [{ index: 0, content, finish }],
    usage: decodeUsage(usage),
    serviceTier: isJsonObject(usage) ? decodeReportedTier(usage['service_tier']) : undefined,
  });
}

function decodeRefusal(body: JsonObject): AssistantPart[] {
  const text = getRefusalExplanation(body);
  return text === '' ? [] : [{ type: 'refusal', text }];
}

/** Decodes one content block. Blocks of tools that the service itself ran are left out. */
function decodeBlock(block: JsonObject): AssistantPart[] {
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
  const isSigned = signature !== '' && signature !== UNSIGNED_MARK;
  return isSigned ? { signature: { origin: FORMAT_ID, value: signature } } : {};
}
