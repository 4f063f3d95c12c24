import { type Provider, findProvider } from '#providers';
import { Inject, Injectable, Optional } from '@nestjs/common';
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

const DEFAULT_WORK_SETTINGS: WorkSettings = {
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

/** Optional provider of `VideoWorkOptions`. */
export const VIDEO_WORK_OPTIONS = Symbol('video work options');

/** Replaces the defaults, in tests. */
export interface VideoWorkOptions {
  settings?: Partial<WorkSettings> | undefined;
  /** Called at the points at which a test can kill the process. */
  pass?: ((failpoint: Failpoint) => Promise<void>) | undefined;
  /** Replaces the registry of providers. */
  findProvider?: ((id: string) => Provider | undefined) | undefined;
}

/** The settings of the work on tasks. */
@Injectable()
export class WorkOptions {
  readonly settings: WorkSettings;

  constructor(@Optional() @Inject(VIDEO_WORK_OPTIONS) private readonly options: VideoWorkOptions = {}) {
    this.settings = { ...DEFAULT_WORK_SETTINGS, ...options.settings };
  }

  findProvider(id: string): Provider | undefined {
    return (this.options.findProvider ?? findProvider)(id);
  }

  async reachFailpoint(failpoint: Failpoint): Promise<void> {
    await this.options.pass?.(failpoint);
  }
}
