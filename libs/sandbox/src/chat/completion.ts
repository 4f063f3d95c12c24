import { createHash } from 'node:crypto';
import { splitSpacedWords } from '../spaced-words.js';
import { type SandboxReply, type ToolCall } from './reply.js';
import { type SandboxChatRequest } from './request.js';

/** A fixed time, so that equal requests get equal responses. */
const CREATED = 1_767_225_600;

export function buildEnvelope(request: SandboxChatRequest, object: string): object {
  const digest = createHash('sha256').update(JSON.stringify(request.messages)).digest('hex');
  return { id: `chatcmpl-sandbox-${digest.slice(0, 24)}`, object, created: CREATED, model: request.model };
}

export function buildUsage({ usage }: SandboxReply): object {
  return {
    prompt_tokens: usage.promptTokens,
    completion_tokens: usage.completionTokens,
    total_tokens: usage.promptTokens + usage.completionTokens,
    prompt_tokens_details: { cached_tokens: 0, audio_tokens: 0 },
    completion_tokens_details: { reasoning_tokens: usage.reasoningTokens, audio_tokens: 0 },
  };
}

export function buildChatCompletion(request: SandboxChatRequest, reply: SandboxReply): object {
  const message = buildMessage(reply);
  const choices = Array.from({ length: request.choiceCount }, (_, index) => ({
    index,
    message,
    finish_reason: reply.finishReason,
    logprobs: null,
  }));
  return { ...buildEnvelope(request, 'chat.completion'), choices, usage: buildUsage(reply) };
}

function buildMessage({ text, refusal, reasoning, toolCalls }: SandboxReply): object {
  const calls = toolCalls.map(({ id, name, arguments: json }) => ({
    id,
    type: 'function',
    function: { name, arguments: json },
  }));
  return {
    role: 'assistant',
    content: text ?? null,
    refusal: refusal ?? null,
    ...(reasoning === undefined ? {} : { reasoning_content: reasoning }),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
  };
}

/** The chunks of a streamed reply: a word, or a part of a tool's arguments, in each. */
export function* generateChunks(request: SandboxChatRequest, reply: SandboxReply): Generator<object, void> {
  const head = buildEnvelope(request, 'chat.completion.chunk');
  const usage = request.includesUsage ? { usage: null } : {};
  for (let index = 0; index < request.choiceCount; index += 1) {
    const chunk = (delta: object, finishReason: string | null = null): object => ({
      ...head,
      choices: [{ index, delta, finish_reason: finishReason, logprobs: null }],
      ...usage,
    });
    yield chunk({ role: 'assistant', content: reply.toolCalls.length > 0 ? null : '', refusal: null });
    for (const delta of generateDeltas(reply)) yield chunk(delta);
    yield chunk({}, reply.finishReason);
  }
  if (request.includesUsage) yield { ...head, choices: [], usage: buildUsage(reply) };
}

function* generateDeltas({ reasoning, text, refusal, toolCalls }: SandboxReply): Generator<object, void> {
  for (const word of toWords(reasoning)) yield { reasoning_content: word };
  for (const word of toWords(text)) yield { content: word };
  for (const word of toWords(refusal)) yield { refusal: word };
  for (const [index, call] of toolCalls.entries()) yield* generateToolDeltas(index, call);
}

function* generateToolDeltas(
  index: number,
  { id, name, arguments: json }: ToolCall,
): Generator<object, void> {
  yield { tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] };
  for (const chunk of json.match(/[\s\S]{1,8}/g) ?? []) {
    yield { tool_calls: [{ index, function: { arguments: chunk } }] };
  }
}

/** Each word with the space before it, so that the joined chunks are the text. */
function toWords(text: string | undefined): string[] {
  const { words, rest } = splitSpacedWords(text ?? '');
  return rest === '' ? words : [...words, rest];
}
