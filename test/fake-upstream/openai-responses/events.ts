import { parseWords } from '../scenarios/words.js';
import { itemEvents } from './item-events.js';
import type { OutputItem } from './output-items.js';
import type { ResponseObject } from './response.js';

/** The events of a streamed response. */
export function getEvents(
  started: ResponseObject,
  finished: ResponseObject,
  output: readonly OutputItem[],
): object[] {
  return numbered([
    ...getOpening(started),
    ...output.flatMap(itemEvents),
    { type: `response.${finished.status}`, response: finished },
  ]);
}

/** The first `count` events of a response that never ends. */
export function buildUnfinishedEvents(started: ResponseObject, userText: string, count: number): object[] {
  const words = parseWords(userText);
  const text = Array.from({ length: count }, (_, index) => words[index % words.length] ?? 'word ').join('');
  const message: OutputItem = {
    type: 'message',
    id: 'msg_unfinished',
    status: 'in_progress',
    role: 'assistant',
    content: [{ type: 'output_text', text, annotations: [], logprobs: [] }],
  };
  return numbered([...getOpening(started), ...itemEvents(message, 0)].slice(0, count));
}

export function failedEvent(started: ResponseObject, sequenceNumber: number): object {
  const error = { code: 'server_error', message: 'The server had an error while processing your request.' };
  const response = { ...started, status: 'failed', error };
  return { type: 'response.failed', sequence_number: sequenceNumber, response };
}

function getOpening(started: ResponseObject): object[] {
  return [
    { type: 'response.created', response: started },
    { type: 'response.in_progress', response: started },
  ];
}

function numbered(events: readonly object[]): object[] {
  return events.map((event, index) => ({ ...event, sequence_number: index }));
}
