import { type AssistantPart, type ChatResponse, type FinishKind, type JsonObject, type StreamPart } from '#canonical';
import { SseDecoder } from '#sse';
import { type EncodingContext } from '../../chat-codec.js';
import { openAiResponsesIngress } from '../index.js';

export type ResponseEvent = JsonObject & { type: string };

export const SIGNATURE = { origin: 'anthropic-messages', value: 'sig' };

export const toContext = (body: JsonObject = {}): EncodingContext => ({
  request: { model: 'fast' },
  body,
  hints: {},
  requestId: 'req_1',
});

export const buildResponse = (content: AssistantPart[], kind: FinishKind = 'stop'): ChatResponse => ({
  id: 'up_1',
  model: 'upstream-name',
  createdAtSeconds: 1_767_225_600,
  choices: [{ index: 0, content, finish: { kind } }],
  usage: { inputTokens: 14, outputTokens: 20, cachedInputTokens: 4, cacheWriteTokens: 2, reasoningTokens: 5 },
});

export const encodeResponse = (response: ChatResponse, body?: JsonObject): JsonObject =>
  openAiResponsesIngress.encodeResponse(response, toContext(body));

export function getFrames(parts: readonly StreamPart[], body?: JsonObject): string {
  const encoder = openAiResponsesIngress.createStreamEncoder(toContext(body));
  return parts.map((part) => encoder.push(part)).join('') + encoder.end();
}

export function readFrames(frames: string): ResponseEvent[] {
  return new SseDecoder().push(Buffer.from(frames)).map(({ event }) => {
    const data = JSON.parse(event?.data ?? 'null') as ResponseEvent;
    if (data.type !== event?.event) throw new Error(`${data.type} is sent as ${event?.event}`);
    return data;
  });
}

export const getEvents = (parts: readonly StreamPart[], body?: JsonObject): ResponseEvent[] =>
  readFrames(getFrames(parts, body));

/** The types of events, without their common prefix. */
export const getTypes = (events: readonly ResponseEvent[]): string[] =>
  events.map(({ type }) => type.replace('response.', ''));
