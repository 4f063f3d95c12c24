import type { Answer } from '../scenarios/answer.js';
import { jsonPieces } from '../scenarios/json-pieces.js';
import { wordsOf } from '../scenarios/words.js';
import { blocksOf, emptyMessage, stopOf, usageOf, type Block } from './message.js';
import type { MessagesRequest } from './request.js';

/** The answer as the events of a stream. */
export function eventsOf({ model }: MessagesRequest, answer: Answer): object[] {
  return [
    messageStart(model, answer),
    { type: 'ping' },
    ...blocksOf(answer).flatMap(blockEvents),
    { type: 'message_delta', delta: { ...stopOf(answer), container: null }, usage: lastUsage(answer) },
    { type: 'message_stop' },
  ];
}

/** The first `count` events of an answer so long that it is never finished. */
export function unfinishedEventsOf(
  { model, prompt }: MessagesRequest,
  answer: Answer,
  count: number,
): object[] {
  const words = wordsOf(prompt.lastUserText);
  const opening = [
    messageStart(model, answer),
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '', citations: null } },
  ];
  return Array.from({ length: count }, (_, index) => {
    const text = words[(index - opening.length) % words.length] ?? 'word ';
    return opening[index] ?? blockDelta(0, { type: 'text_delta', text });
  });
}

/** The first count is a guess of the output, the last one says all. */
function messageStart(model: string, answer: Answer): object {
  const usage = { ...usageOf(answer.usage), output_tokens: 1, output_tokens_details: null };
  return { type: 'message_start', message: { ...emptyMessage(model), usage } };
}

function lastUsage({ usage: { input, cached, output, reasoning } }: Answer): object {
  return {
    input_tokens: input - cached,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: cached,
    output_tokens: output,
    output_tokens_details: reasoning > 0 ? { thinking_tokens: reasoning } : null,
  };
}

function blockEvents(block: Block, index: number): object[] {
  return [
    { type: 'content_block_start', index, content_block: startOf(block) },
    ...deltasOf(block).map((delta) => blockDelta(index, delta)),
    { type: 'content_block_stop', index },
  ];
}

function blockDelta(index: number, delta: object): object {
  return { type: 'content_block_delta', index, delta };
}

function startOf(block: Block): object {
  switch (block.type) {
    case 'thinking':
      return { ...block, thinking: '', signature: '' };
    case 'text':
      return { ...block, text: '' };
    case 'tool_use':
      return { ...block, input: {} };
  }
}

function deltasOf(block: Block): object[] {
  switch (block.type) {
    case 'thinking':
      return [
        ...wordsOf(block.thinking).map((thinking) => ({ type: 'thinking_delta', thinking })),
        { type: 'signature_delta', signature: block.signature },
      ];
    case 'text':
      return wordsOf(block.text).map((text) => ({ type: 'text_delta', text }));
    case 'tool_use':
      return ['', ...jsonPieces(JSON.stringify(block.input))].map((json) => ({
        type: 'input_json_delta',
        partial_json: json,
      }));
  }
}
