import { type FinishKind, type FinishReason, GatewayError } from '#canonical';
import { decodeStreamedError } from '../errors/decode-upstream-error.js';

const KINDS = new Map<string, FinishKind>([
  ['COMPLETE', 'stop'],
  ['STOP_SEQUENCE', 'stop-sequence'],
  ['MAX_TOKENS', 'length'],
  ['TOOL_CALL', 'tool-calls'],
]);

/** Throws if the response ended with an error. `error` is the service's description of it, if any. */
export function decodeFinish(raw: string, hasCalls: boolean, error?: unknown): FinishReason {
  if (raw === 'TIMEOUT') {
    throw new GatewayError('upstream-timeout', 'The provider did not finish its response in time.');
  }
  if (raw.startsWith('ERROR'))
    throw decodeStreamedError(error ?? 'The provider failed to process the request.', []);
  const kind = KINDS.get(raw) ?? 'other';
  return { kind: hasCalls && kind !== 'length' ? 'tool-calls' : kind, raw };
}
