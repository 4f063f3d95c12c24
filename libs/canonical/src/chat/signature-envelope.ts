import { type ReasoningSignature } from './assistant-part.js';

const PREFIX = 'mgproof.';

/**
 * Encodes a signature for a client of another format, which sends it back later. A signature of the client's own
 * format is unchanged. Others are wrapped with their origin, so that they are recognized on return and never sent to
 * another service.
 */
export function sealReasoningSignature({ origin, value }: ReasoningSignature, clientFormat: string): string {
  if (origin === clientFormat) return value;
  return `${PREFIX}${origin}.${Buffer.from(value, 'utf8').toString('base64url')}`;
}

/** Decodes a signature that a client of this format sent back. */
export function openReasoningSignature(carried: string, clientFormat: string): ReasoningSignature {
  if (!carried.startsWith(PREFIX)) return { origin: clientFormat, value: carried };
  const rest = carried.slice(PREFIX.length);
  const dot = rest.indexOf('.');
  return {
    origin: rest.slice(0, dot),
    value: Buffer.from(rest.slice(dot + 1), 'base64url').toString('utf8'),
  };
}
