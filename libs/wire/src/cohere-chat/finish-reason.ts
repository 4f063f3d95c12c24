import { type FinishKind, type FinishReason, GatewayError } from '#canonical';
import { decodeStreamedError } from '../errors/decode-upstream-error.js';

const KINDS = new Map<string, FinishKind>([
  ['COMPLETE', 'stop'],
  ['STOP_SEQUENCE', 'stop-sequence'],
  ['MAX_TOKENS', 'length'],
  ['TOOL_CALL', 'tool-calls'],
]);

/** Throws where the answer ended because something went wrong. `error` is what the service says of it, if anything. */
export function decodeFinish(raw: string, hasCalls: boolean, error?: unknown): FinishReason {
  if (raw === 'TIMEOUT') {
    throw new GatewayError('upstream-timeout', 'The model service did not finish its answer in time.');
  }
  if (raw.startsWith('ERROR')) throw decodeStreamedError(error ?? 'The model service failed to answer.', []);
  const kind = KINDS.get(raw) ?? 'other';
  return { kind: hasCalls && kind !== 'length' ? 'tool-calls' : kind, raw };
}
