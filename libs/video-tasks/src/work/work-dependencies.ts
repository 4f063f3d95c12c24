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
import { DEFAULT_POLL_TIMES, type PollTimes } from './poll-schedule.js';

/** Points at which a test can kill the process. */
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

/** Leases, timeouts and limits of the work on tasks. */
export interface WorkSettings {
  /** The lease of a submission, after which other workers resolve its outcome. */
  submitLeaseMs: number;
  /** The lease of all other steps. */
  stepLeaseMs: number;
  /** The timeout for downloading all linked images of a submission. */
  linksMs: number;
  /** How long the video of a submission is searched before the submission counts as not arrived. */
  settleMs: number;
  /** The number of searches in that time. */
  lookups: number;
  /** How long a video can be missing at its upstream before it counts as lost. */
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

/** The slots of channels with a concurrency limit. Throws `overloaded` if none is free. */
export interface ChannelSlots {
  acquire(
    channelId: string,
    max: number,
    options: { tokenId: string; signal: AbortSignal; isImpatient: true },
  ): (() => void) | Promise<() => void>;
}

/** Stores tasks and the video ids of upstreams. */
export interface TaskStorage {
  transitions: OutcomeRepository;
  evidence: EvidenceRepository;
  spool: EvidenceSpool;
  seals: TaskSeals;
}

/** Chooses the channel of a task. */
export interface ChannelRouting {
  catalog: Pick<Catalog, 'choose' | 'activeChannels'>;
  findProvider: (id: string) => Provider | undefined;
  /** The health of channels, which is the same as for requests. */
  health: ChannelHealth;
  /** The number of consecutive failed polls by channel. */
  pollFaults: Map<string, number>;
  slots: ChannelSlots;
  /** The price of a video at a channel, for models that are routed by cost. */
  getPrice?: RoutingQuestion['getPrice'];
}

/** Sends requests to the account of a task. */
export interface AccountAccess {
  http: Pick<HttpTransport, 'send'>;
  secretBox: SecretBox;
  /** Required for accounts with a cloud identity instead of a key. */
  openCredentials?: CredentialSources['open'];
}

export interface WorkDependencies extends TaskStorage, ChannelRouting, AccountAccess {
  media: MediaStore;
  /** Opens links of clients and of upstreams. */
  fetcher: PublicFetcher;
  /** The callback URL of a task, if providers can reach the gateway. */
  buildCallbackLink?: (taskId: string) => Promise<string | undefined>;
  tracing?: Pick<Tracing, 'during'> | undefined;
  logger: Logger;
  /** Whether error messages of upstreams are stored; true by default. */
  keepsErrorMessages?: boolean | undefined;
  settings: WorkSettings;
  /** Aborted when this worker stops. Leases are then not renewed any more. */
  stopping: AbortSignal;
  /** Called at the points at which a test can kill the process. */
  reachFailpoint: (failpoint: Failpoint) => Promise<void>;
}
