import { NAMED_EVENTS } from './framing.js';
import type { NativeAnswer } from './service.js';

/** An answer of which there is no stream. */
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
