import { type Reading, type Window } from './window.js';

/** One limit against which a request is counted. */
export interface Check {
  /** The subject and the limit: `token:<id>:rpm`. */
  key: string;
  limit: number;
  /** The amount of the request; at least 1. */
  cost: number;
  /** How long the amount counts: for a time window, or while the request runs. */
  span: Window | 'running';
}

export interface TakeRequest {
  checks: readonly Check[];
  /** Identifies the running request, uniquely over all processes. */
  holder: string;
  /** Replaces the clock of the store, in tests. */
  nowMs?: number;
}

export interface TakeResult {
  isAdmitted: boolean;
  /** The time of the store. */
  atMs: number;
  /** One per check, in the order of the checks. */
  readings: readonly Reading[];
  /** The number of similar requests that were counted in advance. */
  leasedRequests?: number;
}

/** A correction of an amount that was counted earlier. */
export interface Correction {
  key: string;
  window: Window;
  /** A positive amount is counted now. A negative one is returned to the time at which it was taken. */
  amount: number;
  takenAtMs: number;
  nowMs?: number;
}

/** The Retry-After of a request that a concurrency limit has refused. */
export const RUNNING_WAIT_MS = 1_000;

/** Counts requests. */
export interface Counters {
  /** Whether all processes of the installation count together. */
  readonly isShared: boolean;
  /** The number of processes that count, as far as it is known. */
  readonly processes: number;
  /** Increases whenever earlier results become invalid. */
  readonly generation: number;
  /** How long a refusal by a limit that only expires is certain to hold. */
  readonly refusalValidityMs: number;
  /** Counts a request against all checks, or against none. */
  take(asked: TakeRequest): TakeResult | Promise<TakeResult>;
  correct(correction: Correction): void;
  /** The request has ended. */
  release(key: string, holder: string): void;
  close(): Promise<void>;
}
