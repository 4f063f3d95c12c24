import { createHash, randomUUID } from 'node:crypto';
import { GatewayError } from '#canonical';
import { type Logger } from '#telemetry';
import { type Clock } from '../clock.js';
import { type KeptAnswer } from '../kept-answer.js';
import { within } from '../within.js';
import { type Claim, type KeyStore, type KnownKey } from './key-store.js';
import { Leases } from './leases.js';
import {
  answerNotKept,
  keyInFlight,
  keyReused,
  outcomeUnknown,
  storeUnavailable,
  streamNotReplayable,
} from './refusals.js';
import { Run, type RunParts } from './run.js';

const KEEP_MS = 24 * 60 * 60 * 1000;
const LEASE_MS = 60_000;
const PATIENCE_MS = 3_000;
/** A key may become free between two looks at it, though hardly ever twice. */
const LOOKS = 3;

export interface IdempotencyKeysOptions {
  store: KeyStore;
  logger: Logger;
  clock?: Clock;
  /** How long an answer can be had again. */
  keepMs?: number;
  /** How long a process may be silent before it is taken for dead. */
  leaseMs?: number;
  /** How long a request waits for the database. */
  patienceMs?: number;
}

export interface IdempotentRequest {
  tokenId: string;
  /** Whose answers count together. */
  owner?: string;
  /** Method and path, as `POST /v1/chat/completions`. */
  route: string;
  key: string;
  /** The bytes of the body, or whatever two equal forms have in common. */
  bodyDigest: Uint8Array;
}

export type Begun = { kind: 'first'; run: Run } | { kind: 'replay'; answer: KeptAnswer };

/** Requests that run once however often they are sent, in any process. */
export class IdempotencyKeys {
  private readonly parts: RunParts & { store: KeyStore };

  constructor({
    store,
    logger,
    clock = Date.now,
    keepMs = KEEP_MS,
    leaseMs = LEASE_MS,
    patienceMs = PATIENCE_MS,
  }: IdempotencyKeysOptions) {
    const leases = new Leases({ store, logger, clock, leaseMs });
    this.parts = { store, logger, clock, leases, keepMs, patienceMs };
  }

  /** Throws a GatewayError where the request may neither run nor be answered. */
  async begin(request: IdempotentRequest): Promise<Begun> {
    const beginning = this.claimOrFind(request);
    try {
      return await within(this.parts.patienceMs, beginning);
    } catch (error) {
      if (error instanceof GatewayError) throw error;
      this.parts.logger.warn({ err: error }, 'an idempotency key could not be looked up');
      freeIfLate(beginning);
      throw storeUnavailable(error);
    }
  }

  close(): void {
    this.parts.leases.close();
  }

  private async claimOrFind(request: IdempotentRequest): Promise<Begun> {
    const keyId = sha256(JSON.stringify([request.tokenId, request.route, request.key]));
    const bodyHash = sha256(request.bodyDigest);
    for (let look = 0; look < LOOKS; look += 1) {
      const run = await this.claim(keyId, bodyHash, request.owner);
      if (run !== undefined) return { kind: 'first', run };
      const known = await this.parts.store.find(keyId, this.parts.clock());
      if (known !== undefined) return { kind: 'replay', answer: this.answerOf(known, bodyHash) };
    }
    throw keyInFlight();
  }

  private async claim(keyId: Buffer, bodyHash: Buffer, owner?: string): Promise<Run | undefined> {
    const { clock, leases, keepMs } = this.parts;
    const identity = { keyId, runId: randomUUID(), owner };
    const nowMs = clock();
    const claim = { ...identity, bodyHash, nowMs, leaseUntilMs: leases.endMs, expiresAtMs: nowMs + keepMs };
    if (!(await this.claimOrLetGo(claim))) return undefined;
    leases.hold(identity);
    return new Run(identity, this.parts);
  }

  /** A claim whose answer was lost may have been granted all the same, and nobody would ever run under it. */
  private async claimOrLetGo(claim: Claim): Promise<boolean> {
    const { store } = this.parts;
    try {
      return await store.claim(claim);
    } catch (error) {
      store.free(claim).catch(() => undefined);
      throw error;
    }
  }

  private answerOf({ state, bodyHash, leaseUntilMs, answer }: KnownKey, asked: Buffer): KeptAnswer {
    if (!bodyHash.equals(asked)) throw keyReused();
    if (state === 'streamed') throw streamNotReplayable();
    if (answer !== undefined) return asReplay(answer);
    if (state !== 'running') throw answerNotKept();
    throw leaseUntilMs > this.parts.clock() ? keyInFlight() : outcomeUnknown();
  }
}

/** Its client has been told that nothing was done. */
function freeIfLate(beginning: Promise<Begun>): void {
  beginning.then(
    async (begun) => (begun.kind === 'first' ? begun.run.free() : undefined),
    () => undefined,
  );
}

function asReplay({ status, headers, body }: KeptAnswer): KeptAnswer {
  const isRetriedByLibraries = status === 408 || status === 409 || status === 429 || status >= 500;
  return {
    status,
    headers: {
      ...headers,
      'idempotent-replayed': 'true',
      ...(isRetriedByLibraries ? { 'x-should-retry': 'false' } : {}),
    },
    body,
  };
}

function sha256(content: string | Uint8Array): Buffer {
  return createHash('sha256').update(content).digest();
}
