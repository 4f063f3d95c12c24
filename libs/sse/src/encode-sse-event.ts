import type { SseEvent } from './sse-event.js';

/** A comment, which clients ignore, to keep an idle connection open. */
export const SSE_KEEP_ALIVE = ': keep-alive\n\n';

const LINE_BREAK = /\r\n|\r|\n/;

/** Encodes an event with its blank line. A decoder returns line breaks in `data` as LF. */
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

/** A line break would start another field, and decoders ignore an id with NUL. */
function fieldLine(name: 'event' | 'id', value: string): string {
  if (LINE_BREAK.test(value) || (name === 'id' && value.includes('\0'))) {
    throw new TypeError(`The ${name} of a server-sent event cannot be written on one line`);
  }
  return `${name}: ${value}\n`;
}
