import { createHash } from 'node:crypto';
import {
  type AssistantPart,
  type ChatResponse,
  type FinishReason,
  GatewayError,
  type JsonObject,
  sealReasoningSignature,
} from '#canonical';
import { type AnswerContext } from '../chat-codec.js';
import { UNPROVEN } from '../unproven.js';
import { encodeCitations } from './citations.js';
import { encodeFinish } from './finish-reason.js';
import { type Block } from './json-values.js';
import { encodeGivenTier } from './service-tier.js';
import { FORMAT_ID, sealCallSignature } from './tool-call-signature.js';
import { parseToolInput } from './tool-use.js';
import { encodeUsage } from './usage.js';

const BLOCKED: FinishReason = { kind: 'content-filter' };

type Reasoning = Extract<AssistantPart, { type: 'reasoning' }>;
type ToolCall = Extract<AssistantPart, { type: 'tool-call' }>;
type Media = Extract<AssistantPart, { type: 'image' | 'audio' }>;

/** A message holds one answer: the first. */
export function encodeResponse(response: ChatResponse, context: AnswerContext): JsonObject {
  const choice = response.choices.find(({ index }) => index === 0);
  const parts = choice?.content ?? [];
  const finish = choice?.finish ?? BLOCKED;
  const has = (type: string): boolean => parts.some((part) => part.type === type);
  return {
    ...messageHead(response.id, context),
    content: parts.flatMap((part) => encodeAnswerPart(part, finish.kind === 'length')),
    ...encodeFinish(finish, { hasCalls: has('tool-call'), hasRefusal: has('refusal') }),
    container: null,
    usage: { ...encodeUsage(response.usage), service_tier: encodeGivenTier(response.serviceTier) },
  };
}

/** The blocks that a client is shown for one part of an answer. `isCut`: the answer was stopped in the middle. */
function encodeAnswerPart(part: AssistantPart, isCut: boolean): Block[] {
  switch (part.type) {
    case 'text':
      if (part.text === '') return [];
      return [{ type: 'text', text: part.text, ...encodeCitations(part.citations, part.text) }];
    case 'refusal':
      return part.text === '' ? [] : [{ type: 'text', text: part.text }];
    case 'reasoning':
      return encodeReasoning(part);
    case 'tool-call':
      return encodeToolCall(part, isCut);
    case 'image':
    case 'audio':
      return [{ type: 'text', text: describeMedia(part) }];
  }
}

/** This format has no generated media: its clients get the words, the address, or at least to know of it. */
export function describeMedia(part: Media): string {
  if (part.type === 'audio' && part.transcript) return part.transcript;
  return part.source.kind === 'url' ? part.source.url : `[${part.type}]`;
}

function encodeReasoning({ text, signature, isRedacted }: Reasoning): Block[] {
  const carried = signature === undefined ? '' : sealReasoningSignature(signature, FORMAT_ID);
  if (isRedacted) return carried === '' ? [] : [{ type: 'redacted_thinking', data: carried }];
  if (text === '' && carried === '') return [];
  return [{ type: 'thinking', thinking: text, signature: carried || UNPROVEN }];
}

function encodeToolCall({ id, name, arguments: text, signature }: ToolCall, isCut: boolean): Block[] {
  const call: Block = { type: 'tool_use', id, name, input: readInput(name, text, isCut) };
  return signature === undefined ? [call] : [call, sealCallSignature(id, signature)];
}

/** Only a call that broke off, which nobody makes, may lack its arguments. */
function readInput(name: string, text: string, isCut: boolean): JsonObject {
  const input = parseToolInput(text) ?? (isCut ? {} : undefined);
  if (input !== undefined) return input;
  throw new GatewayError(
    'upstream-bad-response',
    `The model called "${name}" with arguments that are not JSON.`,
  );
}

/** The members that a message has from its first moment. */
export function messageHead(upstreamId: string, { request, requestId }: AnswerContext): JsonObject {
  return {
    id: upstreamId.startsWith('msg_') ? upstreamId : mintId(requestId),
    type: 'message',
    role: 'assistant',
    model: request.model,
  };
}

function mintId(requestId: string): string {
  return `msg_${createHash('sha256').update(requestId).digest('hex').slice(0, 24)}`;
}
