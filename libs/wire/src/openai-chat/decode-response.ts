import {
  type AssistantPart,
  type ChatResponse,
  type Choice,
  GatewayError,
  type JsonObject,
} from '#canonical';
import { type ChatHabits } from '../chat-codec.js';
import { getRecord, getRecords, toNumber, toText } from '../openai-dialect/json-members.js';
import { readUsage } from '../openai-dialect/usage.js';
import { readCitations } from './annotations.js';
import { decodeFinish } from './finish-reason.js';
import { readImages } from './images.js';
import { ThinkingSplitter, type ContentSegment, readContent } from './inline-thinking.js';
import { readLogprobs } from './logprobs.js';
import { getBlocksSignature, readCallSignature } from './reasoning-signature.js';
import { generateToolCallId } from './tools.js';

export function decodeResponse(body: JsonObject, habits?: ChatHabits): ChatResponse {
  const choices = getRecords(body['choices']);
  if (choices.length === 0) {
    throw new GatewayError('upstream-bad-response', 'The provider returned a response without a choice.');
  }
  const id = toText(body['id']);
  const usage = readUsage(body['usage'], body['service_tier']);
  const serviceTier = toText(body['service_tier']);
  return {
    id,
    model: toText(body['model']),
    createdAtSeconds: toNumber(body['created']) ?? 0,
    choices: choices.map((choice, position) => decodeChoice(choice, { position, responseId: id, habits })),
    ...(usage === undefined ? {} : { usage }),
    ...(serviceTier === '' ? {} : { serviceTier }),
  };
}

interface ChoiceContext {
  position: number;
  responseId: string;
  habits: ChatHabits | undefined;
}

function decodeChoice(
  choice: Record<string, unknown>,
  { position, responseId, habits }: ChoiceContext,
): Choice {
  const message = getRecord(choice['message']);
  if (message === undefined) {
    throw new GatewayError('upstream-bad-response', 'The provider returned a choice without a message.');
  }
  const index = toNumber(choice['index']) ?? position;
  const content = decodeMessage(message, `${responseId} ${index}`);
  const logprobs = readLogprobs(choice['logprobs']);
  const partTypes = new Set(content.map(({ type }) => type));
  return {
    index,
    content,
    finish: decodeFinish(toText(choice['finish_reason']), partTypes, habits),
    ...(logprobs === undefined ? {} : { logprobs }),
  };
}

function decodeMessage(message: Record<string, unknown>, seed: string): AssistantPart[] {
  const refusal = toText(message['refusal']);
  const functionCall = getRecord(message['function_call']);
  return [
    ...decodeTextAndReasoning(message),
    ...(refusal === '' ? [] : [{ type: 'refusal' as const, text: refusal }]),
    ...readImages(message['images']),
    ...decodeAudio(getRecord(message['audio'])),
    ...getRecords(message['tool_calls']).flatMap((call, callIndex) =>
      decodeToolCall(call, `${seed} ${callIndex}`),
    ),
    ...(functionCall === undefined ? [] : decodeToolCall({ function: functionCall }, seed)),
  ];
}

/** Decodes the reasoning and the text of a message. */
function decodeTextAndReasoning(message: Record<string, unknown>): AssistantPart[] {
  const reasoning = decodeReasoning(message);
  const segments = readContent(message['content']);
  const isSeparated = reasoning.length > 0 || segments.some(({ kind }) => kind === 'reasoning');
  const separated = isSeparated ? segments : splitThinking(segments);
  const reasoningText = joinSegments(separated, 'reasoning');
  return [
    ...(reasoning.length > 0 || reasoningText === ''
      ? reasoning
      : [{ type: 'reasoning' as const, text: reasoningText }]),
    ...decodeText(joinSegments(separated, 'text'), message['annotations']),
  ];
}

function splitThinking(segments: readonly ContentSegment[]): ContentSegment[] {
  const splitter = new ThinkingSplitter();
  return [...segments.flatMap(({ text }) => splitter.push(text)), ...splitter.stop()];
}

function joinSegments(segments: readonly ContentSegment[], kind: ContentSegment['kind']): string {
  return segments.map((segment) => (segment.kind === kind ? segment.text : '')).join('');
}

function decodeReasoning(message: Record<string, unknown>): AssistantPart[] {
  const blocks = Array.isArray(message['thinking_blocks']) ? message['thinking_blocks'] : [];
  const signature = getBlocksSignature(blocks);
  const reasoningText = toText(message['reasoning_content']) || toText(message['reasoning']);
  const text =
    reasoningText ||
    getRecords(blocks)
      .map((block) => toText(block['thinking']))
      .join('');
  return text === '' && signature === undefined
    ? []
    : [{ type: 'reasoning', text, ...(signature ? { signature } : {}) }];
}

function decodeText(text: string, annotations: unknown): AssistantPart[] {
  if (text === '') return [];
  const citations = readCitations(annotations);
  return [{ type: 'text', text, ...(citations.length === 0 ? {} : { citations }) }];
}

function decodeAudio(audio: Record<string, unknown> | undefined): AssistantPart[] {
  if (audio === undefined) return [];
  const id = toText(audio['id']);
  const transcript = toText(audio['transcript']);
  return [
    {
      type: 'audio',
      // The response does not contain the format, which the request had set.
      source: { kind: 'bytes', mediaType: 'application/octet-stream', base64: toText(audio['data']) },
      ...(transcript === '' ? {} : { transcript }),
      ...(id === '' ? {} : { id }),
    },
  ];
}

function decodeToolCall(call: Record<string, unknown>, seed: string): AssistantPart[] {
  const fn = getRecord(call['function']);
  if (fn === undefined) return [];
  const signature = readCallSignature(call);
  return [
    {
      type: 'tool-call',
      id: toText(call['id']) || generateToolCallId(seed),
      name: toText(fn['name']),
      arguments: toArguments(fn['arguments']),
      ...(signature ? { signature } : {}),
    },
  ];
}

/** The format requires text, but some servers send an object. */
function toArguments(value: unknown): string {
  if (typeof value === 'object' && value !== null) return JSON.stringify(value);
  const text = toText(value);
  return text.trim() === '' ? '{}' : text;
}
