import { createHash } from 'node:crypto';
import { type IdempotentResponse } from './idempotent-response.js';

/** Returns milliseconds since the epoch. */
export type Clock = () => number;

export interface IdempotentRequest {
  tokenId: string;
  /** The owner whose quota stored responses count against. */
  owner?: string;
  /** Method and path, such as `POST /v1/chat/completions`. */
  route: string;
  key: string;
  /** The bytes of the body, or for a form, something that equal forms have in common. */
  bodyDigest: Uint8Array;
}

/** One run of a request with a key. A key that was released can have several runs. */
export interface RunIdentity {
  /** A hash of token, route and key. */
  keyId: Buffer;
  runId: string;
  owner?: string;
}

export interface Claim extends RunIdentity {
  bodyHash: Buffer;
  nowMs: number;
  leaseUntilMs: number;
  expiresAtMs: number;
  /** The resource that the request creates in the same transaction. Undefined for a request that runs. */
  resourceId?: string;
  /** Whether to replace an existing claim. */
  replaces?: boolean;
}

/**
 * - `running`: has not ended. After its lease, it never will.
 * - `answered`: the response is stored.
 * - `streamed`: the response was streamed.
 * - `unkept`: the response is not or no longer stored.
 * - `created`: the response is the current state of the created resource.
 */
export type KeyState = 'running' | 'answered' | 'streamed' | 'unkept' | 'created';

export interface StoredKey {
  state: KeyState;
  bodyHash: Buffer;
  leaseUntilMs: number;
  answer?: IdempotentResponse;
  resourceId?: string;
}

export type RunResult = { state: 'answered'; answer: IdempotentResponse } | { state: 'streamed' | 'unkept' };

/** The store that all processes share. */
export interface KeyStore {
  /** Returns true for exactly one of several claims, until the key is released or has expired. */
  claim(claim: Claim): Promise<boolean>;
  find(keyId: Buffer, nowMs: number): Promise<StoredKey | undefined>;
  renew(runs: readonly RunIdentity[], leaseUntilMs: number): Promise<void>;
  end(run: RunIdentity, ending: RunResult, expiresAtMs: number): Promise<void>;
  free(run: RunIdentity): Promise<void>;
}

/** How long a key is stored after its request has ended. */
export const KEEP_MS = 24 * 60 * 60 * 1000;

/** The id of the key, and the hash that distinguishes a repeated request from another one with the same key. */
export function hashRequest({ tokenId, route, key, bodyDigest }: IdempotentRequest): {
  keyId: Buffer;
  bodyHash: Buffer;
} {
  return { keyId: sha256(JSON.stringify([tokenId, route, key])), bodyHash: sha256(bodyDigest) };
}

function sha256(content: string | Uint8Array): Buffer {
  return createHash('sha256').update(content).digest();
}
