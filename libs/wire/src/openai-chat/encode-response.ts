import { type AssistantPart, type ChatResponse, type Choice, type JsonObject } from '#canonical';
import { type EncodingContext } from '../chat-codec.js';
import { buildResponseHead } from '../openai-dialect/response.js';
import { encodeUsage } from '../openai-dialect/usage.js';
import { encodeCitation } from './annotations.js';
import { encodeFinish } from './finish-reason.js';
import { encodeImages } from './images.js';
import { encodeLogprobs } from './logprobs.js';
import { encodeThinkingBlocks, sealCallSignature } from './reasoning-signature.js';

type ToolCall = Extract<AssistantPart, { type: 'tool-call' }>;

/** The choice of a response whose prompt was blocked. */
const BLOCKED: Choice = { index: 0, content: [], finish: { kind: 'content-filter' } };

export function encodeResponse(response: ChatResponse, context: EncodingContext): JsonObject {
  const isFunctionCall = usesFunctionCalls(context.body);
  const choices = response.choices.length === 0 ? [BLOCKED] : response.choices;
  return {
    ...buildResponseHead(response, { prefix: 'chatcmpl-', requestId: context.requestId }),
    object: 'chat.completion',
    choices: choices.map((choice) => encodeChoice(choice, isFunctionCall)),
    ...(response.usage === undefined ? {} : { usage: encodeUsage(response.usage) }),
    ...(response.serviceTier === undefined ? {} : { service_tier: response.serviceTier }),
  };
}

function encodeChoice({ index, content, finish, logprobs }: Choice, isFunctionCall: boolean): JsonObject {
  const partTypes = new Set(content.map(({ type }) => type));
  return {
    index,
    message: encodeMessage(content, isFunctionCall),
    logprobs: encodeLogprobs(logprobs),
    finish_reason: encodeFinish(finish, partTypes, isFunctionCall),
  };
}

function encodeMessage(parts: readonly AssistantPart[], isFunctionCall: boolean): JsonObject {
  const refusals = parts.filter((part) => part.type === 'refusal');
  const calls = parts.filter((part) => part.type === 'tool-call');
  const text = parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
  const hasNoContent = text === '' && (calls.length > 0 || refusals.length > 0);
  return {
    role: 'assistant',
    content: hasNoContent ? null : text,
    refusal: refusals.length === 0 ? null : refusals.map((part) => part.text).join(''),
    ...encodeReasoning(parts),
    ...encodeAnnotations(parts),
    ...encodeMedia(parts),
    ...encodeCalls(calls, isFunctionCall),
  };
}

function encodeReasoning(parts: readonly AssistantPart[]): JsonObject {
  const text = parts.map((part) => (part.type === 'reasoning' ? part.text : '')).join('');
  const blocks = encodeThinkingBlocks(parts);
  return {
    ...(text === '' ? {} : { reasoning_content: text }),
    ...(blocks.length === 0 ? {} : { thinking_blocks: blocks }),
  };
}

function encodeAnnotations(parts: readonly AssistantPart[]): JsonObject {
  const annotations: JsonObject[] = [];
  let offset = 0;
  for (const part of parts) {
    if (part.type !== 'text') continue;
    for (const citation of part.citations ?? []) annotations.push(encodeCitation(citation, offset));
    offset += part.text.length;
  }
  return annotations.length === 0 ? {} : { annotations };
}

function encodeMedia(parts: readonly AssistantPart[]): JsonObject {
  const images = encodeImages(parts.filter((part) => part.type === 'image'));
  const audio = parts.find((part) => part.type === 'audio');
  return {
    ...(images.length === 0 ? {} : { images }),
    ...(audio === undefined ? {} : { audio: encodeAudio(audio) }),
  };
}

export function encodeAudio({
  source,
  transcript = '',
  id = '',
}: Extract<AssistantPart, { type: 'audio' }>): JsonObject {
  return { id, data: source.kind === 'bytes' ? source.base64 : '', transcript, expires_at: 0 };
}

/** The legacy form has only one call. */
function encodeCalls(calls: readonly ToolCall[], isFunctionCall: boolean): JsonObject {
  const [first] = calls;
  if (first === undefined) return {};
  if (isFunctionCall) return { function_call: { name: first.name, arguments: first.arguments } };
  return {
    tool_calls: calls.map(({ id, name, arguments: text, signature }) => ({
      id,
      type: 'function',
      function: { name, arguments: text },
      ...sealCallSignature(signature),
    })),
  };
}

/** A client that uses the legacy `functions` expects the legacy form of calls. */
export function usesFunctionCalls(body: JsonObject): boolean {
  return Array.isArray(body['functions']);
}
