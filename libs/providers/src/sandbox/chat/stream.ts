import { type SandboxAnswer } from './answer.js';
import { envelope, usageObject } from './completion.js';
import { type SandboxChatRequest } from './request.js';

/** Word by word, each in an event of its own. */
export async function* streamChatCompletion(
  request: SandboxChatRequest,
  answer: SandboxAnswer,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, void> {
  for (const chunk of chunksOf(request, answer)) {
    signal.throwIfAborted();
    yield Buffer.from(`data: ${JSON.stringify(chunk)}\n\n`);
  }
  yield Buffer.from('data: [DONE]\n\n');
}

function* chunksOf(request: SandboxChatRequest, answer: SandboxAnswer): Generator<object, void> {
  const head = envelope(request, 'chat.completion.chunk');
  const usage = request.includesUsage ? { usage: null } : {};
  const chunk = (delta: object, finishReason: string | null): object => ({
    ...head,
    choices: [{ index: 0, delta, finish_reason: finishReason, logprobs: null }],
    ...usage,
  });
  yield chunk({ role: 'assistant', content: '', refusal: null }, null);
  for (const word of wordsOf(answer.text)) yield chunk({ content: word }, null);
  yield chunk({}, 'stop');
  if (request.includesUsage) yield { ...head, choices: [], usage: usageObject(answer) };
}

/** Each word with the space before it, so that the pieces join to the text. */
function wordsOf(text: string): string[] {
  return text.match(/\s*\S+/g) ?? [text];
}
