import { GatewayError, type Usage } from '#canonical';
import { isRecord } from './json-record.js';
import { decodeUsage } from './usage.js';

/** A whole answer on its way through: its usage is all that is wanted, but it has to be an answer. */
export function readResponse(body: Uint8Array): { usage: Usage | undefined } {
  const response = parse(body);
  if (!isRecord(response) || !Array.isArray(response['content'])) {
    throw new GatewayError('upstream-bad-response', 'The model service sent an answer that cannot be read.');
  }
  return { usage: decodeUsage(response['usage']) };
}

function parse(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body.buffer, body.byteOffset, body.length).toString('utf8'));
  } catch {
    return undefined;
  }
}
