import { type ErrorKind, type Usage } from '#canonical';

export interface AttemptRecord {
  channel: string;
  upstreamModel: string;
  plan: 'passthrough' | 'translate';
  /** Absent while it is under way. */
  outcome?: 'ok' | ErrorKind;
  upstreamStatus?: number;
  durationMs: number;
}

/** What is remembered of a request, for its one log line. Never a prompt, an answer or a secret. */
export interface RelayRecord {
  model?: string;
  isStreamed?: boolean;
  attempts: AttemptRecord[];
  firstByteMs?: number;
  /** Parameters that were lost in translation. */
  warnings?: readonly string[];
  usage?: Usage;
  outcome?: 'ok' | ErrorKind;
}
