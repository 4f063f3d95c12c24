import {
  type AssistantPart,
  type ChatResponse,
  type Choice,
  GatewayError,
  type JsonObject,
} from '#canonical';
import { getRecord, getRecords, toNumber, toText } from '../openai-dialect/json-members.js';
import { readUsage } from '../openai-dialect/usage.js';
import { readCitations } from './annotations.js';
import { decodeFinish } from './finish-reason.js';
import { readImages } from './images.js';
import { ThinkingSplitter, type Uttered, readContent } from './inline-thinking.js';
import { readLogprobs } from './logprobs.js';
import { getBlocksSignature, readCallSignature } from './reasoning-signature.js';
import { mintToolCallId } from './tools.js';

export function decodeResponse(body: JsonObject): ChatResponse {
  const choices = getRecords(body['choices']);
  if (choices.length === 0) {
    throw new GatewayError('upstream-bad-response', 'The model service sent an answer without a choice.');
  }
  const id = toText(body['id']);
  const usage = readUsage(body['usage'], body['service_tier']);
  const serviceTier = toText(body['service_tier']);
  return {
    id,
    model: toText(body['model']),
    createdAtSeconds: toNumber(body['created']) ?? 0,
    choices: choices.map((choice, position) => decodeChoice(choice, position, id)),
    ...(usage === undefined ? {} : { usage }),
    ...(serviceTier === '' ? {} : { serviceTier }),
  };
}

function decodeChoice(choice: Record<string, unknown>, position: number, responseId: string): Choice {
  const message = getRecord(choice['message']);
  if (message === undefined) {
    throw new GatewayError('upstream-bad-response', 'The model service sent a choice without a message.');
  }
  const index = toNumber(choice['index']) ?? position;
  const content = decodeMessage(message, `${responseId} ${index}`);
  const logprobs = readLogprobs(choice['logprobs']);
  const made = new Set(content.map(({ type }) => type));
  return {
    index,
    content,
    finish: decodeFinish(toText(choice['finish_reason']), made),
    ...(logprobs === undefined ? {} : { logprobs }),
  };
}

function decodeMessage(message: Record<string, unknown>, seed: string): AssistantPart[] {
  const refusal = toText(message['refusal']);
  const functionCall = getRecord(message['function_call']);
  return [
    ...decodeWords(message),
    ...(refusal === '' ? [] : [{ type: 'refusal' as const, text: refusal }]),
    ...readImages(message['images']),
    ...decodeAudio(getRecord(message['audio'])),
    ...getRecords(message['tool_calls']).flatMap((call, place) => decodeToolCall(call, `${seed} ${place}`)),
    ...(functionCall === undefined ? [] : decodeToolCall({ function: functionCall }, seed)),
  ];
}

/** What was thought, and what was said. */
function decodeWords(message: Record<string, unknown>): AssistantPart[] {
  const reasoning = decodeReasoning(message);
  const uttered = readContent(message['content']);
  const isApart = reasoning.length > 0 || uttered.some(({ voice }) => voice === 'reasoning');
  const apart = isApart ? uttered : splitThinking(uttered);
  const thought = joinVoice(apart, 'reasoning');
  return [
    ...(reasoning.length > 0 || thought === '' ? reasoning : [{ type: 'reasoning' as const, text: thought }]),
    ...decodeText(joinVoice(apart, 'text'), message['annotations']),
  ];
}

function splitThinking(uttered: readonly Uttered[]): Uttered[] {
  const splitter = new ThinkingSplitter();
  return [...uttered.flatMap(({ text }) => splitter.push(text)), ...splitter.stop()];
}

function joinVoice(uttered: readonly Uttered[], wanted: Uttered['voice']): string {
  return uttered.map(({ voice, text }) => (voice === wanted ? text : '')).join('');
}

function decodeReasoning(message: Record<string, unknown>): AssistantPart[] {
  const blocks = Array.isArray(message['thinking_blocks']) ? message['thinking_blocks'] : [];
  const signature = getBlocksSignature(blocks);
  const spoken = toText(message['reasoning_content']) || toText(message['reasoning']);
  const text =
    spoken ||
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
      // The reply does not say the format; the request that asked for it did.
      source: { kind: 'bytes', mediaType: 'application/octet-stream', base64: toText(audio['data']) },
      ...(transcript === '' ? {} : { transcript }),
      ...(id === '' ? {} : { id }),
    },
  ];
}

function decodeToolCall(call: Record<string, unknown>, seed: string): AssistantPart[] {
  const called = getRecord(call['function']);
  if (called === undefined) return [];
  const signature = readCallSignature(call);
  return [
    {
      type: 'tool-call',
      id: toText(call['id']) || mintToolCallId(seed),
      name: toText(called['name']),
      arguments: toArguments(called['arguments']),
      ...(signature ? { signature } : {}),
    },
  ];
}

/** Text, by the book; some servers send the object itself. */
function toArguments(value: unknown): string {
  if (typeof value === 'object' && value !== null) return JSON.stringify(value);
  const text = toText(value);
  return text.trim() === '' ? '{}' : text;
}
