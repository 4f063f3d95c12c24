import type { SseEvent } from './sse-event.js';

/** A comment that every reader ignores and that keeps an idle connection open. */
export const SSE_KEEP_ALIVE = ': keep-alive\n\n';

const LINE_BREAK = /\r\n|\r|\n/;

/** One event as text, blank line included. Line breaks in `data` come out of a decoder as LF. */
export function encodeSseEvent({ event, data, id }: SseEvent): string {
  const eventLine = event ? fieldLine('event', event) : '';
  const idLine = id === undefined ? '' : fieldLine('id', id);
  return `${eventLine}${idLine}${dataLines(data)}\n`;
}

function dataLines(data: string): string {
  if (!LINE_BREAK.test(data)) return `data: ${data}\n`;
  return data
    .split(LINE_BREAK)
    .map((line) => `data: ${line}\n`)
    .join('');
}

/** A line break would let the value start fields of its own, and no reader accepts NUL in an id. */
function fieldLine(name: 'event' | 'id', value: string): string {
  if (LINE_BREAK.test(value) || (name === 'id' && value.includes('\0'))) {
    throw new TypeError(`The ${name} of a server-sent event cannot be written on one line`);
  }
  return `${name}: ${value}\n`;
}
