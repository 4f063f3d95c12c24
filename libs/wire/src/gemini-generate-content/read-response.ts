import { GatewayError, type Usage } from '#canonical';
import { isJsonObject } from './proto-object.js';
import { decodeUsage } from './usage.js';

/** Reads a whole answer that is only forwarded. */
export function readResponse(body: Uint8Array): { usage: Usage | undefined } {
  const answer = parse(body);
  const isAnswer =
    isJsonObject(answer) && (Array.isArray(answer['candidates']) || isJsonObject(answer['promptFeedback']));
  if (isAnswer) return { usage: decodeUsage(answer['usageMetadata']) };
  throw new GatewayError('upstream-bad-response', 'The model service sent an answer that cannot be read.');
}

function parse(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body.buffer, body.byteOffset, body.length).toString('utf8'));
  } catch {
    return undefined;
  }
}
