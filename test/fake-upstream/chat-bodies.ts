import { randomBytes } from 'node:crypto';
import { wordsOf, type ChatRequest } from './chat-request.js';

export const DONE = '[DONE]';

/** A chat.completion that says the last user message back. */
export function chatCompletion(request: ChatRequest): object {
  return {
    ...identity(request, 'chat.completion'),
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: request.lastUserText, refusal: null, annotations: [] },
        logprobs: null,
        finish_reason: 'stop',
      },
    ],
    usage: usageOf(request),
  };
}

/** The same answer as a stream, word by word, without its [DONE]. */
export function chatChunks(request: ChatRequest, usage: object = usageOf(request)): object[] {
  const frame = chunkFrame(request);
  const content = wordsOf(request.lastUserText).map((word) => withChoice(frame, { content: word }));
  const chunks = [withChoice(frame, OPENING), ...content, withChoice(frame, {}, 'stop')];
  return request.includeUsage ? [...chunks, { ...frame, choices: [], usage }] : chunks;
}

/** The first `count` chunks of an answer so long that it is never finished. */
export function unfinishedChatChunks(request: ChatRequest, count: number): object[] {
  const frame = chunkFrame(request);
  const words = wordsOf(request.lastUserText);
  return Array.from({ length: count }, (_, index) => {
    if (index === 0) return withChoice(frame, OPENING);
    return withChoice(frame, { content: words[(index - 1) % words.length] ?? 'word ' });
  });
}

const OPENING = { role: 'assistant', content: '', refusal: null };

function chunkFrame(request: ChatRequest): object {
  const frame = identity(request, 'chat.completion.chunk');
  return request.includeUsage ? { ...frame, usage: null } : frame;
}

function withChoice(frame: object, delta: object, finishReason: string | null = null): object {
  return { ...frame, choices: [{ index: 0, delta, logprobs: null, finish_reason: finishReason }] };
}

function identity(request: ChatRequest, object: string): object {
  return {
    id: `chatcmpl-${randomBytes(12).toString('hex')}`,
    object,
    created: Math.floor(Date.now() / 1000),
    model: request.model,
    service_tier: 'default',
    system_fingerprint: 'fp_0123456789',
  };
}

/** One word is one token: easy to foresee in a test. */
function usageOf(request: ChatRequest): object {
  const completionTokens = wordsOf(request.lastUserText).length;
  return {
    prompt_tokens: request.promptWords,
    completion_tokens: completionTokens,
    total_tokens: request.promptWords + completionTokens,
    prompt_tokens_details: { cached_tokens: 0, audio_tokens: 0 },
    completion_tokens_details: {
      reasoning_tokens: 0,
      audio_tokens: 0,
      accepted_prediction_tokens: 0,
      rejected_prediction_tokens: 0,
    },
  };
}
