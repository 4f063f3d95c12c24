import type { Fields } from '../fields.js';

/** What becomes of a connection in place of a session. */
export type ConnectionDirection =
  /** Answers the upgrade in HTTP, by default with what OpenAI says for this status. */
  | { kind: 'refuse'; status: number; body?: object; headers?: Record<string, string> }
  /** Never answers the upgrade. */
  | { kind: 'hang' }
  /** TCP reset before any byte. */
  | { kind: 'reset' }
  /** Upgrades and then says nothing, whatever it hears. */
  | { kind: 'silent' }
  /** Upgrades and closes without a word. */
  | { kind: 'close'; code: number; reason?: string };

export interface ResponseFault {
  type: string;
  code: string;
  message: string;
}

/** How one response goes. A chunk is a word, or a fragment of the arguments of a call. */
export type ResponseDirection = Wording &
  (
    | { kind: 'say' }
    /** Waits before each chunk, so that there is time to cancel. */
    | { kind: 'slow'; gapMs: number }
    /** Goes silent; the connection stays open. */
    | { kind: 'stall'; afterChunks: number }
    /** Destroys the connection. */
    | { kind: 'cut'; afterChunks: number }
    | { kind: 'close'; afterChunks: number; code: number; reason?: string }
    /** An `error` event among the chunks, then the response has failed. */
    | { kind: 'error'; afterChunks: number; error?: ResponseFault }
    /** The response has failed without an event of its own, as when a limit is reached. */
    | { kind: 'fail'; error?: ResponseFault }
    /** So many bytes of audio, as fast as they are taken. */
    | { kind: 'flood'; sizeBytes: number }
    /** Says these events, whatever they are, right after `response.created`. */
    | { kind: 'events'; events: readonly Fields[] }
  );

interface Wording {
  /** In place of what the model would say. */
  text?: string;
  /** In place of what was counted. */
  usage?: object | null;
}

export const DIRECTED_TEXT = 'one two three four five six seven eight nine ten';

const ADDRESS = 'Fake upstream: ';

/** A user text that directs the response to it, for those who cannot reach the handler. */
export function directed(direction: ResponseDirection): string {
  return `${ADDRESS}${JSON.stringify({ text: DIRECTED_TEXT, ...direction })}`;
}

export function directionIn(text: string): ResponseDirection | undefined {
  if (!text.startsWith(ADDRESS)) return undefined;
  return JSON.parse(text.slice(ADDRESS.length)) as ResponseDirection;
}
