import type { Framing } from '../framing.js';
import type { NativeAnswer } from '../service.js';
import { errorBody } from './errors.js';

const BROKEN_OFF = {
  type: 'error',
  ...errorBody({
    message: 'The server had an error while processing your request.',
    type: 'server_error',
  }),
};

/** A stream whose last event contains all of it, as OpenAI has for images and audio. */
export function eventAnswer(framing: Framing, events: readonly object[]): NativeAnswer {
  const beforeTheLast = events.slice(0, -1);
  return {
    isStream: true,
    framing,
    body: events.at(-1) ?? {},
    events: () => events,
    unfinishedEvents: (count) =>
      Array.from({ length: count }).flatMap((_, index) => beforeTheLast[index % beforeTheLast.length] ?? []),
    brokenOff: () => BROKEN_OFF,
  };
}
