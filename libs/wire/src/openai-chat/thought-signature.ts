import { type JsonObject, type ReasoningProof, openProof, sealProof } from '#canonical';
import { type RequestObject } from '../openai-dialect/request-object.js';
import { FORMAT_ID } from './format-id.js';

/** Clients of this format know one kind of proof on a tool call: Google's, under Google's name. */
const GOOGLE_FORMAT = 'gemini-generate-content';

export function decodeCallProof(call: RequestObject): { proof?: ReasoningProof } {
  const carried = call.object('extra_content')?.object('google')?.string('thought_signature');
  return carried === undefined || carried === '' ? {} : { proof: openProof(carried, GOOGLE_FORMAT) };
}

/** For a client. Google's too is sealed: the client may go on with a service that has no such member. */
export function sealCallProof(proof: ReasoningProof | undefined): JsonObject {
  return proof === undefined ? {} : extraContent(sealProof(proof, FORMAT_ID));
}

/** For an upstream: only what one of its kind has made. */
export function returnCallProof(proof: ReasoningProof | undefined): JsonObject {
  return proof?.origin === FORMAT_ID ? extraContent(proof.value) : {};
}

/** What an upstream has attached to a call. */
export function readCallProof(call: Record<string, unknown>): ReasoningProof | undefined {
  const extra = call['extra_content'] as { google?: { thought_signature?: unknown } } | null | undefined;
  const value = extra?.google?.thought_signature;
  return typeof value === 'string' && value !== '' ? { origin: FORMAT_ID, value } : undefined;
}

function extraContent(signature: string): JsonObject {
  return { extra_content: { google: { thought_signature: signature } } };
}
