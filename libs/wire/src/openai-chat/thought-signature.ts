import {
  type JsonObject,
  type ReasoningSignature,
  openReasoningSignature,
  sealReasoningSignature,
} from '#canonical';
import { type RequestObject } from '../openai-dialect/request-object.js';
import { FORMAT_ID } from './format-id.js';

/** Clients of this format know one kind of signature on a tool call: Google's, under Google's name. */
const GOOGLE_FORMAT = 'gemini-generate-content';

export function decodeCallSignature(call: RequestObject): { signature?: ReasoningSignature } {
  const carried = call.object('extra_content')?.object('google')?.string('thought_signature');
  return carried === undefined || carried === ''
    ? {}
    : { signature: openReasoningSignature(carried, GOOGLE_FORMAT) };
}

/** For a client. Google's too is sealed: the client may go on with a service that has no such member. */
export function sealCallSignature(signature: ReasoningSignature | undefined): JsonObject {
  return signature === undefined ? {} : extraContent(sealReasoningSignature(signature, FORMAT_ID));
}

/** For an upstream: only what one of its kind has made. */
export function returnCallSignature(signature: ReasoningSignature | undefined): JsonObject {
  return signature?.origin === FORMAT_ID ? extraContent(signature.value) : {};
}

/** What an upstream has attached to a call. */
export function readCallSignature(call: Record<string, unknown>): ReasoningSignature | undefined {
  const extra = call['extra_content'] as { google?: { thought_signature?: unknown } } | null | undefined;
  const value = extra?.google?.thought_signature;
  return typeof value === 'string' && value !== '' ? { origin: FORMAT_ID, value } : undefined;
}

function extraContent(signature: string): JsonObject {
  return { extra_content: { google: { thought_signature: signature } } };
}
