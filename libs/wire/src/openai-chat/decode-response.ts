import {
  type AssistantPart,
  type ChatResponse,
  type Choice,
  GatewayError,
  type JsonObject,
} from '#canonical';
import { numberOf, recordOf, recordsOf, textOf } from '../openai-dialect/json-reading.js';
import { readUsage } from '../openai-dialect/usage.js';
import { readCitations } from './annotations.js';
import { decodeFinish } from './finish-reason.js';
import { readImages } from './images.js';
import { readLogprobs } from './logprobs.js';
import { proofOfBlocks } from './thinking-blocks.js';
import { readCallProof } from './thought-signature.js';
import { mintToolCallId } from './tool-call-id.js';

export function decodeResponse(body: JsonObject): ChatResponse {
  const choices = recordsOf(body['choices']);
  if (choices.length === 0) {
    throw new GatewayError('upstream-bad-response', 'The model service sent an answer without a choice.');
  }
  const id = textOf(body['id']);
  const usage = readUsage(body['usage']);
  const serviceTier = textOf(body['service_tier']);
  return {
    id,
    model: textOf(body['model']),
    createdAtSeconds: numberOf(body['created']) ?? 0,
    choices: choices.map((choice, position) => decodeChoice(choice, position, id)),
    ...(usage === undefined ? {} : { usage }),
    ...(serviceTier === '' ? {} : { serviceTier }),
  };
}

function decodeChoice(choice: Record<string, unknown>, position: number, responseId: string): Choice {
  const message = recordOf(choice['message']);
  if (message === undefined) {
    throw new GatewayError('upstream-bad-response', 'The model service sent a choice without a message.');
  }
  const index = numberOf(choice['index']) ?? position;
  const content = decodeMessage(message, `${responseId} ${index}`);
  const logprobs = readLogprobs(choice['logprobs']);
  const made = new Set(content.map(({ type }) => type));
  return {
    index,
    content,
    finish: decodeFinish(textOf(choice['finish_reason']), made),
    ...(logprobs === undefined ? {} : { logprobs }),
  };
}

function decodeMessage(message: Record<string, unknown>, seed: string): AssistantPart[] {
  const refusal = textOf(message['refusal']);
  const functionCall = recordOf(message['function_call']);
  return [
    ...decodeReasoning(message),
    ...decodeText(message),
    ...(refusal === '' ? [] : [{ type: 'refusal' as const, text: refusal }]),
    ...readImages(message['images']),
    ...decodeAudio(recordOf(message['audio'])),
    ...recordsOf(message['tool_calls']).flatMap((call, place) => decodeToolCall(call, `${seed} ${place}`)),
    ...(functionCall === undefined ? [] : decodeToolCall({ function: functionCall }, seed)),
  ];
}

function decodeReasoning(message: Record<string, unknown>): AssistantPart[] {
  const blocks = Array.isArray(message['thinking_blocks']) ? message['thinking_blocks'] : [];
  const proof = proofOfBlocks(blocks);
  const spoken = textOf(message['reasoning_content']) || textOf(message['reasoning']);
  const text =
    spoken ||
    recordsOf(blocks)
      .map((block) => textOf(block['thinking']))
      .join('');
  return text === '' && proof === undefined ? [] : [{ type: 'reasoning', text, ...(proof ? { proof } : {}) }];
}

function decodeText(message: Record<string, unknown>): AssistantPart[] {
  const { content } = message;
  const text = Array.isArray(content)
    ? recordsOf(content)
        .map((part) => textOf(part['text']))
        .join('')
    : textOf(content);
  if (text === '') return [];
  const citations = readCitations(message['annotations']);
  return [{ type: 'text', text, ...(citations.length === 0 ? {} : { citations }) }];
}

function decodeAudio(audio: Record<string, unknown> | undefined): AssistantPart[] {
  if (audio === undefined) return [];
  const id = textOf(audio['id']);
  const transcript = textOf(audio['transcript']);
  return [
    {
      type: 'audio',
      // The reply does not say the format; the request that asked for it did.
      source: { kind: 'bytes', mediaType: 'application/octet-stream', base64: textOf(audio['data']) },
      ...(transcript === '' ? {} : { transcript }),
      ...(id === '' ? {} : { id }),
    },
  ];
}

function decodeToolCall(call: Record<string, unknown>, seed: string): AssistantPart[] {
  const called = recordOf(call['function']);
  if (called === undefined) return [];
  const proof = readCallProof(call);
  return [
    {
      type: 'tool-call',
      id: textOf(call['id']) || mintToolCallId(seed),
      name: textOf(called['name']),
      arguments: argumentsOf(called['arguments']),
      ...(proof ? { proof } : {}),
    },
  ];
}

/** Text, by the book; some servers send the object itself. */
function argumentsOf(value: unknown): string {
  if (typeof value === 'object' && value !== null) return JSON.stringify(value);
  const text = textOf(value);
  return text.trim() === '' ? '{}' : text;
}
