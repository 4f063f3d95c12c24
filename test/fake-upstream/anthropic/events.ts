import type { Answer } from '../scenarios/answer.js';
import { jsonChunks } from '../scenarios/json-chunks.js';
import { parseWords } from '../scenarios/words.js';
import { toBlocks, emptyMessage, toStop, toUsage, type Block } from './message.js';
import type { MessagesRequest } from './request.js';

/** The events of a streamed response. */
export function getEvents({ model, omitsThoughts }: MessagesRequest, answer: Answer): object[] {
  return [
    messageStart(model, answer),
    { type: 'ping' },
    ...toBlocks(answer, omitsThoughts).flatMap(blockEvents),
    { type: 'message_delta', delta: { ...toStop(answer), container: null }, usage: lastUsage(answer) },
    { type: 'message_stop' },
  ];
}

/** The first `count` events of a response that never ends. */
export function buildUnfinishedEvents(
  { model, prompt }: MessagesRequest,
  answer: Answer,
  count: number,
): object[] {
  const words = parseWords(prompt.lastUserText);
  const opening = [
    messageStart(model, answer),
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
  ];
  return Array.from({ length: count }, (_, index) => {
    const text = words[(index - opening.length) % words.length] ?? 'word ';
    return opening[index] ?? blockDelta(0, { type: 'text_delta', text });
  });
}

/** The first count is an estimate of the output, the last one is the total. */
function messageStart(model: string, answer: Answer): object {
  const usage = { ...toUsage(answer.usage), output_tokens: 1, output_tokens_details: null };
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
    { type: 'content_block_start', index, content_block: toStart(block) },
    ...toDeltas(block).map((delta) => blockDelta(index, delta)),
    { type: 'content_block_stop', index },
  ];
}

function blockDelta(index: number, delta: object): object {
  return { type: 'content_block_delta', index, delta };
}

function toStart(block: Block): object {
  switch (block.type) {
    case 'thinking':
      return { ...block, thinking: '', signature: '' };
    case 'text':
      return { ...block, text: '' };
    case 'tool_use':
      return { ...block, input: {} };
  }
}

function toDeltas(block: Block): object[] {
  switch (block.type) {
    case 'thinking':
      return [
        ...parseWords(block.thinking).map((thinking) => ({ type: 'thinking_delta', thinking })),
        { type: 'signature_delta', signature: block.signature },
      ];
    case 'text':
      return parseWords(block.text).map((text) => ({ type: 'text_delta', text }));
    case 'tool_use':
      return ['', ...jsonChunks(JSON.stringify(block.input))].map((json) => ({
        type: 'input_json_delta',
        partial_json: json,
      }));
  }
}
