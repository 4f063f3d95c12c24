import { GatewayError, type Usage } from '#canonical';
import { isObject } from './json-object.js';
import { readUsage } from './usage.js';

/** Reads a whole response that is only passed on. */
export function readResponse(body: Uint8Array): { usage: Usage | undefined } {
  const response = parse(body);
  if (!isObject(response) || !Array.isArray(response['output'])) {
    throw new GatewayError('upstream-bad-response', 'The model service sent an answer that cannot be read.');
  }
  return { usage: readUsage(response['usage']) };
}

function parse(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body.buffer, body.byteOffset, body.length).toString('utf8'));
  } catch {
    return undefined;
  }
}
