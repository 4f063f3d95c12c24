import { NAMED_EVENTS } from './framing.js';
import type { NativeAnswer } from './service.js';

/** A response that cannot be streamed. */
export function wholeAnswer(
  body: string | object,
  manner: Pick<NativeAnswer, 'contentType' | 'drip'> = {},
): NativeAnswer {
  return {
    isStream: false,
    framing: NAMED_EVENTS,
    body,
    ...manner,
    events: () => [],
    unfinishedEvents: () => [],
    brokenOff: () => ({ error: 'There is no stream in which to say so' }),
  };
}
