import { type ReasoningProof, openProof, sealProof } from '#canonical';
import { FORMAT_ID } from './format-id.js';

const CARRIER = /^mgcall\.([\w-]*)\.(.*)$/s;

/**
 * Some services sign a tool call itself, and this format has no place for that on the call. Its clients do give
 * back redacted thinking untouched, so the proof travels as such a block behind the call, and names it.
 */
export function sealCallProof(
  callId: string,
  proof: ReasoningProof,
): { type: 'redacted_thinking'; data: string } {
  const call = Buffer.from(callId, 'utf8').toString('base64url');
  return { type: 'redacted_thinking', data: `mgcall.${call}.${sealProof(proof, FORMAT_ID)}` };
}

/** The call and its proof; undefined where the block is redacted thinking and nothing else. */
export function openCallProof(data: string): { callId: string; proof: ReasoningProof } | undefined {
  const [, call, carried] = CARRIER.exec(data) ?? [];
  if (call === undefined || carried === undefined) return undefined;
  return { callId: Buffer.from(call, 'base64url').toString('utf8'), proof: openProof(carried, FORMAT_ID) };
}
