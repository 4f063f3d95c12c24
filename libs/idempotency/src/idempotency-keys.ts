import { randomUUID } from 'node:crypto';
import { Inject, Injectable, type OnApplicationShutdown, Optional } from '@nestjs/common';
import { GatewayError } from '#canonical';
import { LOGGER, type Logger } from '#telemetry';
import {
  type Claim,
  type Clock,
  type IdempotentRequest,
  KEEP_MS,
  type KeyStore,
  type KnownKey,
  hashRequest,
} from './idempotency-key.js';
import { IdempotencyKeyRepository } from './idempotency-key.repository.js';
import { Leases } from './leases.js';
import {
  answerNotKept,
  keyInFlight,
  keyReused,
  outcomeUnknown,
  storeUnavailable,
  streamNotReplayable,
} from './refusals.js';
import { Run, type RunContext } from './run.js';
import { type StoredAnswer } from './stored-answer.js';
import { withTimeout } from './with-timeout.js';

const LEASE_MS = 60_000;
const TIMEOUT_MS = 3_000;
/** A key may become free between two looks at it, though hardly ever twice. */
const MAX_LOOKS = 3;

export interface IdempotencyOptions {
  clock?: Clock;
  /** How long an answer can be replayed. */
  keepMs?: number;
  /** How long a process may be silent before it is taken for dead. */
  leaseMs?: number;
  /** How long a request waits for the database. */
  timeoutMs?: number;
}

/** Provide it to change the usual times. */
export const IDEMPOTENCY_OPTIONS = Symbol('idempotency options');

export type Begun = { kind: 'first'; run: Run } | { kind: 'replay'; answer: StoredAnswer };

/** Requests that run once however often they are sent, in any process. */
@Injectable()
export class IdempotencyKeys implements OnApplicationShutdown {
  private readonly context: RunContext & { store: KeyStore };

  constructor(
    @Inject(IdempotencyKeyRepository) store: KeyStore,
    @Inject(LOGGER) logger: Logger,
    @Optional() @Inject(IDEMPOTENCY_OPTIONS) options: IdempotencyOptions = {},
  ) {
    const { clock = Date.now, keepMs = KEEP_MS, leaseMs = LEASE_MS, timeoutMs = TIMEOUT_MS } = options;
    const leases = new Leases({ store, logger, clock, leaseMs });
    this.context = { store, logger, clock, leases, keepMs, timeoutMs };
  }

  /** Throws a GatewayError where the request may neither run nor be answered. */
  async begin(request: IdempotentRequest): Promise<Begun> {
    const beginning = this.claimOrFind(request);
    try {
      return await withTimeout(this.context.timeoutMs, beginning);
    } catch (error) {
      if (error instanceof GatewayError) throw error;
      this.context.logger.warn({ err: error }, 'an idempotency key could not be looked up');
      freeIfLate(beginning);
      throw storeUnavailable(error);
    }
  }

  onApplicationShutdown(): void {
    this.context.leases.close();
  }

  private async claimOrFind(request: IdempotentRequest): Promise<Begun> {
    const { keyId, bodyHash } = hashRequest(request);
    for (let look = 0; look < MAX_LOOKS; look += 1) {
      const run = await this.claim(keyId, bodyHash, request.owner);
      if (run !== undefined) return { kind: 'first', run };
      const known = await this.context.store.find(keyId, this.context.clock());
      if (known !== undefined) return { kind: 'replay', answer: this.getAnswer(known, bodyHash) };
    }
    throw keyInFlight();
  }

  private async claim(keyId: Buffer, bodyHash: Buffer, owner?: string): Promise<Run | undefined> {
    const { clock, leases, keepMs } = this.context;
    const identity = { keyId, runId: randomUUID(), owner };
    const nowMs = clock();
    const claim = { ...identity, bodyHash, nowMs, leaseUntilMs: leases.endMs, expiresAtMs: nowMs + keepMs };
    if (!(await this.claimOrLetGo(claim))) return undefined;
    leases.hold(identity);
    return new Run(identity, this.context);
  }

  /** A claim whose answer was lost may have been granted all the same, and nobody would ever run under it. */
  private async claimOrLetGo(claim: Claim): Promise<boolean> {
    const { store } = this.context;
    try {
      return await store.claim(claim);
    } catch (error) {
      store.free(claim).catch(() => undefined);
      throw error;
    }
  }

  private getAnswer({ state, bodyHash, leaseUntilMs, answer }: KnownKey, asked: Buffer): StoredAnswer {
    if (!bodyHash.equals(asked)) throw keyReused();
    if (state === 'streamed') throw streamNotReplayable();
    if (answer !== undefined) return markReplayed(answer);
    if (state !== 'running') throw answerNotKept();
    throw leaseUntilMs > this.context.clock() ? keyInFlight() : outcomeUnknown();
  }
}

/** Its client has been told that nothing was done. */
function freeIfLate(beginning: Promise<Begun>): void {
  beginning.then(
    async (begun) => (begun.kind === 'first' ? begun.run.free() : undefined),
    () => undefined,
  );
}

function markReplayed({ status, headers, body }: StoredAnswer): StoredAnswer {
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
