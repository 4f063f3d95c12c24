import { type ErrorKind, type Usage } from '#canonical';

/** Bytes that go through, a translation, or an answer that is made from answers to other questions. */
export type PlanKind = 'passthrough' | 'translate' | 'derive';

export interface AttemptRecord {
  channel: string;
  upstreamModel: string;
  plan: PlanKind;
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
