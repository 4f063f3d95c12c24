import { type ReasoningSignature, openReasoningSignature, sealReasoningSignature } from '#canonical';

const CARRIER = /^mgcall\.([\w-]*)\.(.*)$/s;

/** Marks signatures of reasoning that services of this format made. */
export const FORMAT_ID = 'anthropic-messages';

/**
 * Some services sign a tool call itself, and this format has no place for that on the call. Its clients do give
 * back redacted thinking untouched, so the signature travels as such a block behind the call, and names it.
 */
export function sealCallSignature(
  callId: string,
  signature: ReasoningSignature,
): { type: 'redacted_thinking'; data: string } {
  const call = Buffer.from(callId, 'utf8').toString('base64url');
  return {
    type: 'redacted_thinking',
    data: `mgcall.${call}.${sealReasoningSignature(signature, FORMAT_ID)}`,
  };
}

/** The call and its signature; undefined where the block is redacted thinking and nothing else. */
export function openCallSignature(
  data: string,
): { callId: string; signature: ReasoningSignature } | undefined {
  const [, call, carried] = CARRIER.exec(data) ?? [];
  if (call === undefined || carried === undefined) return undefined;
  return {
    callId: Buffer.from(call, 'base64url').toString('utf8'),
    signature: openReasoningSignature(carried, FORMAT_ID),
  };
}
