import { eventually } from '../../../harness/index.js';

export interface ServerEvent {
  type: string;
  [member: string]: unknown;
}

export interface CloseDetails {
  code: number;
  reason: string;
}

export type Dialect = 'ga' | 'beta';

const TIMEOUT_MS = 10_000;

/** The names in the first version of events that have another name today; some events did not exist there. */
const BETA_NAMES: Readonly<Record<string, string | undefined>> = {
  'conversation.item.added': 'conversation.item.created',
  'conversation.item.done': undefined,
  'response.output_text.delta': 'response.text.delta',
  'response.output_text.done': 'response.text.done',
  'response.output_audio.delta': 'response.audio.delta',
  'response.output_audio.done': 'response.audio.done',
  'response.output_audio_transcript.delta': 'response.audio_transcript.delta',
  'response.output_audio_transcript.done': 'response.audio_transcript.done',
};

export function nameIn(dialect: Dialect, type: string): string | undefined {
  return dialect === 'beta' && type in BETA_NAMES ? BETA_NAMES[type] : type;
}

/** All events that a client received, in their order and with their original names. */
export class EventLog {
  readonly events: ServerEvent[] = [];
  closing: CloseDetails | undefined;
  /** The errors that the client library reported to its user. */
  readonly errors: unknown[] = [];

  constructor(readonly dialect: Dialect) {}

  /** Waits for the first event from `from` on that has this current name and matches. */
  async next(
    type: string,
    from = 0,
    fits: (event: ServerEvent) => boolean = () => true,
  ): Promise<ServerEvent> {
    const name = nameIn(this.dialect, type);
    const find = (): ServerEvent | undefined =>
      this.events.slice(from).find((event) => event.type === name && fits(event));
    return this.waitFor(find, name ?? type);
  }

  async whenClosed(): Promise<CloseDetails> {
    return this.waitFor(() => this.closing, 'the end of the connection');
  }

  all(type: string, from = 0): ServerEvent[] {
    const name = nameIn(this.dialect, type);
    return this.events.slice(from).filter((event) => event.type === name);
  }

  async waitFor<Value>(look: () => Value | undefined, what: string): Promise<Value> {
    return eventually(look, TIMEOUT_MS).catch(() => {
      const seen = this.events.map((event) => (event.type === 'error' ? JSON.stringify(event) : event.type));
      throw new Error(
        `waited for ${what}, and was told: ${seen.join(', ')}; ${JSON.stringify(this.closing)}`,
      );
    });
  }
}
