import { createHash } from 'node:crypto';
import { type StoredAnswer } from './stored-answer.js';

/** Milliseconds since the epoch. */
export type Clock = () => number;

export interface IdempotentRequest {
  tokenId: string;
  /** Whose stored answers count together. */
  owner?: string;
  /** Method and path, as `POST /v1/chat/completions`. */
  route: string;
  key: string;
  /** The bytes of the body, or whatever two equal forms have in common. */
  bodyDigest: Uint8Array;
}

/** One run under one key. A key that was free again may have had several. */
export interface RunIdentity {
  /** Of the key: a hash of its token, its route and its name. */
  keyId: Buffer;
  runId: string;
  owner?: string;
}

export interface Claim extends RunIdentity {
  bodyHash: Buffer;
  nowMs: number;
  leaseUntilMs: number;
  expiresAtMs: number;
  /** What the request creates, where that exists as soon as the claim is committed. Without it the request runs. */
  resourceId?: string;
  /** Takes the key even from a request that has it. */
  replaces?: boolean;
}

/**
 * - `running`: it has not ended. After its lease it never will.
 * - `answered`: the answer is stored.
 * - `streamed`: the answer was streamed.
 * - `unkept`: there was an answer that is not stored, or no longer.
 * - `created`: the answer is the current state of what the request has created.
 */
export type KeyState = 'running' | 'answered' | 'streamed' | 'unkept' | 'created';

export interface KnownKey {
  state: KeyState;
  bodyHash: Buffer;
  leaseUntilMs: number;
  answer?: StoredAnswer;
  resourceId?: string;
}

export type Ending = { state: 'answered'; answer: StoredAnswer } | { state: 'streamed' | 'unkept' };

/** Where keys are stored for all processes. */
export interface KeyStore {
  /** True for exactly one of any number of claims, until the key is free or has expired. */
  claim(claim: Claim): Promise<boolean>;
  find(keyId: Buffer, nowMs: number): Promise<KnownKey | undefined>;
  renew(runs: readonly RunIdentity[], leaseUntilMs: number): Promise<void>;
  end(run: RunIdentity, ending: Ending, expiresAtMs: number): Promise<void>;
  free(run: RunIdentity): Promise<void>;
}

/** How long a key is known after its request was answered. */
export const KEEP_MS = 24 * 60 * 60 * 1000;

/** By what a key is found, and by what a repeated request is told from another one with the same key. */
export function hashRequest({ tokenId, route, key, bodyDigest }: IdempotentRequest): {
  keyId: Buffer;
  bodyHash: Buffer;
} {
  return { keyId: sha256(JSON.stringify([tokenId, route, key])), bodyHash: sha256(bodyDigest) };
}

function sha256(content: string | Uint8Array): Buffer {
  return createHash('sha256').update(content).digest();
}
