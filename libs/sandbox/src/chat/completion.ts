import { createHash } from 'node:crypto';
import { spacedWords } from '../spaced-words.js';
import { type SandboxAnswer, type ToolCall } from './answer.js';
import { type SandboxChatRequest } from './request.js';

/** The sandbox lives outside of time, so that equal requests get equal answers. */
const CREATED = 1_767_225_600;

export function envelope(request: SandboxChatRequest, object: string): object {
  const digest = createHash('sha256').update(JSON.stringify(request.messages)).digest('hex');
  return { id: `chatcmpl-sandbox-${digest.slice(0, 24)}`, object, created: CREATED, model: request.model };
}

export function usageObject({ usage }: SandboxAnswer): object {
  return {
    prompt_tokens: usage.promptTokens,
    completion_tokens: usage.completionTokens,
    total_tokens: usage.promptTokens + usage.completionTokens,
    prompt_tokens_details: { cached_tokens: 0, audio_tokens: 0 },
    completion_tokens_details: { reasoning_tokens: usage.reasoningTokens, audio_tokens: 0 },
  };
}

export function chatCompletion(request: SandboxChatRequest, answer: SandboxAnswer): object {
  const message = messageObject(answer);
  const choices = Array.from({ length: request.choiceCount }, (_, index) => ({
    index,
    message,
    finish_reason: answer.finishReason,
    logprobs: null,
  }));
  return { ...envelope(request, 'chat.completion'), choices, usage: usageObject(answer) };
}

function messageObject({ text, refusal, reasoning, toolCalls }: SandboxAnswer): object {
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

/** The chunks of a streamed answer: a word, or a chunk of a tool's arguments, in each. */
export function* generateChunks(request: SandboxChatRequest, answer: SandboxAnswer): Generator<object, void> {
  const head = envelope(request, 'chat.completion.chunk');
  const usage = request.includesUsage ? { usage: null } : {};
  for (let index = 0; index < request.choiceCount; index += 1) {
    const chunk = (delta: object, finishReason: string | null = null): object => ({
      ...head,
      choices: [{ index, delta, finish_reason: finishReason, logprobs: null }],
      ...usage,
    });
    yield chunk({ role: 'assistant', content: answer.toolCalls.length > 0 ? null : '', refusal: null });
    for (const delta of generateDeltas(answer)) yield chunk(delta);
    yield chunk({}, answer.finishReason);
  }
  if (request.includesUsage) yield { ...head, choices: [], usage: usageObject(answer) };
}

function* generateDeltas({ reasoning, text, refusal, toolCalls }: SandboxAnswer): Generator<object, void> {
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

/** Each word with the space before it, so that the chunks join to the text. */
function toWords(text: string | undefined): string[] {
  const { words, rest } = spacedWords(text ?? '');
  return rest === '' ? words : [...words, rest];
}
