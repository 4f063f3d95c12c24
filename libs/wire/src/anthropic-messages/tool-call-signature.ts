import { type ReasoningSignature, openReasoningSignature, sealReasoningSignature } from '#canonical';

const CARRIER = /^mgcall\.([\w-]*)\.(.*)$/s;

/** The origin of reasoning signatures from services of this format. */
export const FORMAT_ID = 'anthropic-messages';

/**
 * Some services sign tool calls, but this format has no field for that. Its clients send redacted thinking back
 * unchanged, so the signature is sent as such a block after the call, with the id of the call.
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

/** The id of the call and its signature; undefined if the block is ordinary redacted thinking. */
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
