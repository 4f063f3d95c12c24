import { type Reading, type Window } from './window.js';

/** One limit that a request has to pass. */
export interface Check {
  /** Whose limit, and which: `token:<id>:rpm`. */
  key: string;
  limit: number;
  /** How much of the limit the request takes; at least 1. */
  cost: number;
  /** How long it counts: for a time, or while the request runs. */
  span: Window | 'running';
}

export interface Asked {
  checks: readonly Check[];
  /** Names the request among all that run; unique over all processes. */
  holder: string;
  /** Instead of the store's own clock. */
  nowMs?: number;
}

export interface Taken {
  isAdmitted: boolean;
  /** By the store's clock. */
  atMs: number;
  /** One per check, in their order. */
  readings: readonly Reading[];
  /** For so many more requests like it something was counted in advance. */
  leased?: number;
}

/** What turned out to be wrong about an amount that was counted earlier. */
export interface Correction {
  key: string;
  window: Window;
  /** More than zero was too little, and counts from now on; less is given back to the moment that it was taken from. */
  amount: number;
  takenAtMs: number;
  nowMs?: number;
}

/** How long a client whose request did not fit beside the running ones is asked to wait. */
export const RUNNING_WAIT_MS = 1_000;

/** Where requests are counted. */
export interface Counters {
  /** Whether every process of the installation counts in the same place. */
  readonly isShared: boolean;
  /** Processes that count, as far as known. */
  readonly processes: number;
  /** Grows whenever what was read before is no longer worth anything. */
  readonly changes: number;
  /** How long it stays certain that a limit is used up which only time sets free. */
  readonly refusalsHoldMs: number;
  /** Counts a request against all checks, or against none. */
  take(asked: Asked): Taken | Promise<Taken>;
  correct(correction: Correction): void;
  /** The request runs no longer. */
  release(key: string, holder: string): void;
  close(): Promise<void>;
}
