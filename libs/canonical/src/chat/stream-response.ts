import { type AssistantPart } from './assistant-part.js';
import { type ChatResponse } from './chat-response.js';
import { type StreamPart } from './stream-part.js';

/** Converts a complete response to the parts of a stream. */
export function streamResponse(response: ChatResponse): StreamPart[] {
  const { id, model, createdAtSeconds, usage, serviceTier } = response;
  const parts: StreamPart[] = [
    { type: 'response-start', id, model, createdAtSeconds, ...(serviceTier ? { serviceTier } : {}) },
  ];
  if (response.promptBlock) parts.push({ type: 'prompt-block', reason: response.promptBlock.reason });
  for (const { index: choice, content, finish, logprobs } of response.choices) {
    let leftLogprobs = logprobs;
    for (const [block, part] of content.entries()) {
      const isText = part.type === 'text';
      parts.push(...streamBlock(part, choice, block, isText ? leftLogprobs : undefined));
      if (isText) leftLogprobs = undefined;
    }
    parts.push({ type: 'finish', choice, finish });
  }
  if (usage) parts.push({ type: 'usage', usage });
  return parts;
}

function streamBlock(
  part: AssistantPart,
  choice: number,
  block: number,
  logprobs: ChatResponse['choices'][number]['logprobs'],
): StreamPart[] {
  const at = { choice, block };
  switch (part.type) {
    case 'text':
      return [
        { type: 'text-start', ...at },
        { type: 'text-delta', text: part.text, ...(logprobs ? { logprobs } : {}), ...at },
        { type: 'text-end', ...(part.citations ? { citations: part.citations } : {}), ...at },
      ];
    case 'refusal':
      return [
        { type: 'refusal-start', ...at },
        { type: 'refusal-delta', text: part.text, ...at },
        { type: 'refusal-end', ...at },
      ];
    case 'reasoning':
      return [
        { type: 'reasoning-start', ...(part.isRedacted ? { isRedacted: true } : {}), ...at },
        ...(part.text === '' ? [] : [{ type: 'reasoning-delta' as const, text: part.text, ...at }]),
        { type: 'reasoning-end', ...(part.signature ? { signature: part.signature } : {}), ...at },
      ];
    case 'tool-call':
      return [
        { type: 'tool-call-start', id: part.id, name: part.name, ...at },
        { type: 'tool-call-delta', arguments: part.arguments, ...at },
        { type: 'tool-call-end', ...(part.signature ? { signature: part.signature } : {}), ...at },
      ];
    case 'image':
    case 'audio':
      return [{ type: 'media', part, ...at }];
  }
}
