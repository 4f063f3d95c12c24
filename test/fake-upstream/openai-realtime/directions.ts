import type { Fields } from '../fields.js';

/** What happens to a connection instead of a session. */
export type ConnectionDirection =
  /** Responds to the upgrade in HTTP, by default with OpenAI's error for this status. */
  | { kind: 'refuse'; status: number; body?: object; headers?: Record<string, string> }
  /** Never responds to the upgrade. */
  | { kind: 'hang' }
  /** TCP reset before any byte. */
  | { kind: 'reset' }
  /** Upgrades and then sends nothing, whatever it receives. */
  | { kind: 'silent' }
  /** Upgrades and closes without an event. */
  | { kind: 'close'; code: number; reason?: string };

export interface ResponseFault {
  type: string;
  code: string;
  message: string;
}

/** The course of one response. A chunk is a word, or a fragment of the arguments of a call. */
export type ResponseDirection = ResponseContent &
  (
    | { kind: 'say' }
    /** Waits before each chunk, so that there is time to cancel. */
    | { kind: 'slow'; gapMs: number }
    /** Sends nothing more; the connection stays open. */
    | { kind: 'stall'; afterChunks: number }
    /** Destroys the connection. */
    | { kind: 'cut'; afterChunks: number }
    | { kind: 'close'; afterChunks: number; code: number; reason?: string }
    /** An `error` event between the chunks, then the response has failed. */
    | { kind: 'error'; afterChunks: number; error?: ResponseFault }
    /** The response fails without an error event, as when a limit is reached. */
    | { kind: 'fail'; error?: ResponseFault }
    /** So many bytes of audio, as fast as the client reads them. */
    | { kind: 'flood'; sizeBytes: number }
    /** Sends these events, whatever they are, right after `response.created`. */
    | { kind: 'events'; events: readonly Fields[] }
  );

interface ResponseContent {
  /** Replaces the text of the model. */
  text?: string;
  /** Replaces the counted usage. */
  usage?: object | null;
}

export const DIRECTED_TEXT = 'one two three four five six seven eight nine ten';

const ADDRESS = 'Fake upstream: ';

/** A user text that sets this direction for its response, for tests without access to the handler. */
export function directed(direction: ResponseDirection): string {
  return `${ADDRESS}${JSON.stringify({ text: DIRECTED_TEXT, ...direction })}`;
}

export function directionIn(text: string): ResponseDirection | undefined {
  if (!text.startsWith(ADDRESS)) return undefined;
  return JSON.parse(text.slice(ADDRESS.length)) as ResponseDirection;
}
