import { type ReasoningSignature } from './assistant-part.js';

const PREFIX = 'mgproof.';

/**
 * A signature in a form that a client of another format can carry and give back. A signature of the client's own format
 * travels as it is; others are wrapped, so that they are recognised on return and never shown to a foreign service.
 */
export function sealReasoningSignature({ origin, value }: ReasoningSignature, clientFormat: string): string {
  if (origin === clientFormat) return value;
  return `${PREFIX}${origin}.${Buffer.from(value, 'utf8').toString('base64url')}`;
}

/** What came back from a client of this format. */
export function openReasoningSignature(carried: string, clientFormat: string): ReasoningSignature {
  if (!carried.startsWith(PREFIX)) return { origin: clientFormat, value: carried };
  const rest = carried.slice(PREFIX.length);
  const dot = rest.indexOf('.');
  return {
    origin: rest.slice(0, dot),
    value: Buffer.from(rest.slice(dot + 1), 'base64url').toString('utf8'),
  };
}
