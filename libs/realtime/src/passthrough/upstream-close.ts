import { type ErrorKind, GatewayError } from '#canonical';
import { realtime } from '#wire';
import { type SessionEnd } from '../session.js';

/** How an upstream closed the connection. */
export interface UpstreamClose {
  code: number;
  reason: string;
}

const NORMAL = 1000;
const GOING_AWAY = 1001;

/** Codes without a close frame, and those that ask the client to try again later. */
const KINDS: Readonly<Record<number, ErrorKind>> = {
  1005: 'upstream-unreachable',
  1006: 'upstream-unreachable',
  1015: 'upstream-unreachable',
  1012: 'upstream-overloaded',
  1013: 'upstream-overloaded',
};

/** A close before the session was created is a failure, whatever its code. */
export function closedEarly({ code }: UpstreamClose): GatewayError {
  return new GatewayError(
    KINDS[code] ?? 'upstream-error',
    `The model service closed the connection (code ${code}) before the session began.`,
  );
}

/** How the session ends after its upstream closed: cleanly only if no response was running. */
export function endAfter(
  { code, reason }: UpstreamClose,
  { isResponding, secrets }: { isResponding: boolean; secrets: readonly string[] },
): SessionEnd {
  const said = realtime.scrubCloseReason(reason, secrets);
  const isPlain = code === NORMAL || code === GOING_AWAY;
  if (isPlain && isResponding) {
    const message = 'The model service closed the connection in the midst of an answer.';
    return { error: new GatewayError('upstream-bad-response', message) };
  }
  const end = { code: realtime.closeCodeFromUpstream(code), reason: said };
  if (isPlain) return end;
  const why = said === '' ? '' : `: ${said}`;
  const message = `The connection to the model service was lost (code ${code})${why}`;
  return { ...end, error: new GatewayError(KINDS[code] ?? 'upstream-error', message) };
}
