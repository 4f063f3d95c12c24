import { type AssistantPart, type ChatResponse, GatewayError, type JsonObject } from '#canonical';
import { decodeAnswerBlock } from './decode-answer.js';
import { defined } from './defined.js';
import { decodeFinish } from './finish-reason.js';
import { isRecord } from './json-record.js';
import { decodeGivenTier } from './service-tier.js';
import { refusalExplanation } from './stop-details.js';
import { toText } from './to-text.js';
import { decodeUsage } from './usage.js';

export function decodeResponse(body: JsonObject): ChatResponse {
  const { content: blocks, usage } = body;
  if (!Array.isArray(blocks)) {
    throw new GatewayError('upstream-bad-response', 'The model service sent an answer that cannot be read.');
  }
  const content = [...blocks.filter(isRecord).flatMap(decodeAnswerBlock), ...decodeRefusal(body)];
  const hasCalls = content.some((part) => part.type === 'tool-call');
  const finish = decodeFinish(toText(body['stop_reason']), body['stop_sequence'], hasCalls);
  return defined({
    id: toText(body['id']),
    model: toText(body['model']),
    createdAtSeconds: Math.floor(Date.now() / 1000),
    choices: [{ index: 0, content, finish }],
    usage: decodeUsage(usage),
    serviceTier: isRecord(usage) ? decodeGivenTier(usage['service_tier']) : undefined,
  });
}

function decodeRefusal(body: JsonObject): AssistantPart[] {
  const text = refusalExplanation(body);
  return text === '' ? [] : [{ type: 'refusal', text }];
}
