import { createHash } from 'node:crypto';
import {
  type AssistantPart,
  type ChatResponse,
  type FinishReason,
  GatewayError,
  type JsonObject,
  sealReasoningSignature,
} from '#canonical';
import { parseToolInput } from '../block-turns/tool-calls.js';
import { type EncodingContext } from '../chat-codec.js';
import { UNSIGNED_MARK } from '../unsigned-mark.js';
import { encodeCitations } from './citations.js';
import { encodeFinish } from './finish-reason.js';
import { type Block } from './json-values.js';
import { encodeReportedTier } from './service-tier.js';
import { FORMAT_ID, sealCallSignature } from './tool-call-signature.js';
import { encodeUsage } from './usage.js';

const BLOCKED: FinishReason = { kind: 'content-filter' };

type Reasoning = Extract<AssistantPart, { type: 'reasoning' }>;
type ToolCall = Extract<AssistantPart, { type: 'tool-call' }>;
type Media = Extract<AssistantPart, { type: 'image' | 'audio' }>;

/** A message holds one choice, so only the first is encoded. */
export function encodeResponse(response: ChatResponse, context: EncodingContext): JsonObject {
  const choice = response.choices.find(({ index }) => index === 0);
  const parts = choice?.content ?? [];
  const finish = choice?.finish ?? BLOCKED;
  const has = (type: string): boolean => parts.some((part) => part.type === type);
  return {
    ...buildMessageHead(response.id, context),
    content: parts.flatMap((part) => encodePart(part, finish.kind === 'length')),
    ...encodeFinish(finish, { hasCalls: has('tool-call'), hasRefusal: has('refusal') }),
    container: null,
    usage: { ...encodeUsage(response.usage), service_tier: encodeReportedTier(response.serviceTier) },
  };
}

/** Encodes one part as content blocks. `isCut`: the response stopped before it was complete. */
function encodePart(part: AssistantPart, isCut: boolean): Block[] {
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

/** This format has no generated media. Clients receive the transcript, the URL, or a placeholder. */
export function describeMedia(part: Media): string {
  if (part.type === 'audio' && part.transcript) return part.transcript;
  return part.source.kind === 'url' ? part.source.url : `[${part.type}]`;
}

function encodeReasoning({ text, signature, isRedacted }: Reasoning): Block[] {
  const carried = signature === undefined ? '' : sealReasoningSignature(signature, FORMAT_ID);
  if (isRedacted) return carried === '' ? [] : [{ type: 'redacted_thinking', data: carried }];
  if (text === '' && carried === '') return [];
  return [{ type: 'thinking', thinking: text, signature: carried || UNSIGNED_MARK }];
}

function encodeToolCall({ id, name, arguments: text, signature }: ToolCall, isCut: boolean): Block[] {
  const call: Block = { type: 'tool_use', id, name, input: readInput(name, text, isCut) };
  return signature === undefined ? [call] : [call, sealCallSignature(id, signature)];
}

/** Only a call that was cut off, which the client does not run, may lack its arguments. */
function readInput(name: string, text: string, isCut: boolean): JsonObject {
  const input = parseToolInput(text) ?? (isCut ? {} : undefined);
  if (input !== undefined) return input;
  throw new GatewayError(
    'upstream-bad-response',
    `The model called "${name}" with arguments that are not JSON.`,
  );
}

/** The members that a message has from its start. */
export function buildMessageHead(upstreamId: string, { request, requestId }: EncodingContext): JsonObject {
  return {
    id: upstreamId.startsWith('msg_') ? upstreamId : generateId(requestId),
    type: 'message',
    role: 'assistant',
    model: request.model,
  };
}

function generateId(requestId: string): string {
  return `msg_${createHash('sha256').update(requestId).digest('hex').slice(0, 24)}`;
}
