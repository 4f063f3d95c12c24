import { type Catalog, type ChannelHealth, type RoutingQuestion } from '#catalog';
import { type CredentialSources } from '#credentials';
import { type HttpTransport, type PublicFetcher } from '#egress';
import { type MediaStore } from '#media';
import { type Provider } from '#providers';
import { type SecretBox } from '#secrets';
import { type Logger, type Tracing } from '#telemetry';
import { type EvidenceRepository } from '../evidence.repository.js';
import { type EvidenceSpool } from '../evidence-spool.js';
import { type OutcomeRepository } from '../outcomes.repository.js';
import { type TaskSeals } from '../task-seals.js';
import { type TransitionRepository } from '../transitions.repository.js';
import { DEFAULT_POLL_TIMES, type PollTimes } from './poll-schedule.js';

/** Moments at which a test may let a process die. */
export type Failpoint =
  | 'after-claim-commit'
  | 'before-first-upstream-byte'
  | 'after-upstream-answer-before-spool'
  | 'after-spool-before-database'
  | 'after-polling-commit'
  | 'in-poll'
  | 'after-upstream-success-before-finalize'
  | 'in-asset-copy'
  | 'before-terminal-commit'
  | 'after-terminal-commit';

/** How patient the work is. */
export interface WorkSettings {
  /** How long a submission may be under way before others may ask what became of it. */
  submitLeaseMs: number;
  /** How long every other step may take. */
  stepLeaseMs: number;
  /** How long the links to images of one submission may take together. */
  linksMs: number;
  /** How long a video that nobody knows of is looked for before it counts as never submitted. */
  settleMs: number;
  /** How often it is looked for in that time. */
  lookups: number;
  /** How long a video may be unknown to its upstream before it counts as lost. */
  lostMs: number;
  pollTimes: PollTimes;
  maxSubmits: number;
  maxResultBytes: number;
}

export const DEFAULT_WORK_SETTINGS: WorkSettings = {
  submitLeaseMs: 90_000,
  stepLeaseMs: 30_000,
  linksMs: 30_000,
  settleMs: 120_000,
  lookups: 3,
  lostMs: 60_000,
  pollTimes: DEFAULT_POLL_TIMES,
  maxSubmits: 5,
  maxResultBytes: 2 * 1024 * 1024 * 1024,
};

/** The places that channels have for requests at a time. `overloaded` is thrown where none is free. */
export interface ChannelSlots {
  acquire(
    channelId: string,
    max: number,
    options: { tokenId: string; signal: AbortSignal; isImpatient: true },
  ): (() => void) | Promise<() => void>;
}

export interface WorkDependencies {
  seals: TaskSeals;
  transitions: TransitionRepository;
  outcomes: OutcomeRepository;
  evidence: EvidenceRepository;
  spool: EvidenceSpool;
  catalog: Pick<Catalog, 'choose' | 'activeChannels'>;
  /** What is known of channels: the same that requests go by. */
  health: ChannelHealth;
  slots: ChannelSlots;
  /** What a video costs at a channel, for models that are routed by cost. */
  getPrice?: RoutingQuestion['getPrice'];
  /** How many questions after videos have gone wrong in a row, by channel. */
  pollFaults: Map<string, number>;
  /** Aborted when this worker is to end: what is under way is not given more time than it has. */
  stopping: AbortSignal;
  findProvider: (id: string) => Provider | undefined;
  secretBox: SecretBox;
  /** For accounts that are somebody in a cloud; there are none where it is left out. */
  openCredentials?: CredentialSources['open'];
  http: Pick<HttpTransport, 'send'>;
  fetcher: PublicFetcher;
  media: MediaStore;
  /** Where services may say that a task has come further, if they can reach us. */
  buildCallbackLink?: (taskId: string) => Promise<string | undefined>;
  /** Traces are made where it is given and wanted. */
  tracing?: Pick<Tracing, 'during'> | undefined;
  logger: Logger;
  settings: WorkSettings;
  pass: (failpoint: Failpoint) => Promise<void>;
}
