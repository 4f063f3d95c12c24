import { type KeptAnswer } from '../kept-answer.js';

/** One run under one key. A key that was free again may have had several. */
export interface RunIdentity {
  /** Of the key: a hash of whose it is, for which route, and how the client calls it. */
  keyId: Buffer;
  runId: string;
  /** Whose answer it will be; one that is nobody's is not counted. */
  owner?: string;
}

export interface Claim extends RunIdentity {
  bodyHash: Buffer;
  nowMs: number;
  leaseUntilMs: number;
  expiresAtMs: number;
}

/**
 * - `running`: nobody has said how it ended. After its lease nobody will.
 * - `answered`: the answer is here.
 * - `streamed`: the answer went out in pieces.
 * - `unkept`: there was an answer which could not be kept.
 */
export type KeyState = 'running' | 'answered' | 'streamed' | 'unkept';

export interface KnownKey {
  state: KeyState;
  bodyHash: Buffer;
  leaseUntilMs: number;
  answer?: KeptAnswer;
}

export type Ending =
  { state: 'answered'; answer: KeptAnswer } | { state: Exclude<KeyState, 'answered' | 'running'> };

/** Where keys are written down for all processes. */
export interface KeyStore {
  /** True for exactly one of any number of claims, until the key is free or has expired. */
  claim(claim: Claim): Promise<boolean>;
  find(keyId: Buffer, nowMs: number): Promise<KnownKey | undefined>;
  renew(runs: readonly RunIdentity[], leaseUntilMs: number): Promise<void>;
  end(run: RunIdentity, ending: Ending, expiresAtMs: number): Promise<void>;
  free(run: RunIdentity): Promise<void>;
}
