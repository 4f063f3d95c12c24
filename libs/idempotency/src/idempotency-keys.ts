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
  type StoredKey,
  hashRequest,
} from './idempotency-key.js';
import { IdempotencyKeyRepository } from './idempotency-key.repository.js';
import { Leases } from './leases.js';
import {
  responseNotStored,
  keyInFlight,
  keyReused,
  outcomeUnknown,
  storeUnavailable,
  streamNotReplayable,
} from './idempotency-errors.js';
import { Run, type RunContext } from './run.js';
import { type IdempotentResponse } from './idempotent-response.js';
import { withTimeout } from './with-timeout.js';

const LEASE_MS = 60_000;
const TIMEOUT_MS = 3_000;
/** A key can be released between claim and lookup, but hardly ever repeatedly. */
const MAX_ATTEMPTS = 3;

export interface IdempotencyOptions {
  clock?: Clock;
  /** How long a response can be replayed. */
  keepMs?: number;
  /** The duration of a lease. A process that does not renew it is considered dead. */
  leaseMs?: number;
  /** The timeout for the database. */
  timeoutMs?: number;
}

/** Optional provider of other durations. */
export const IDEMPOTENCY_OPTIONS = Symbol('idempotency options');

export type BeginResult = { kind: 'first'; run: Run } | { kind: 'replay'; answer: IdempotentResponse };

/** Runs a request once per idempotency key, in any process. */
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

  /** Starts a request or returns the response to replay. Throws a GatewayError if neither is possible. */
  async begin(request: IdempotentRequest): Promise<BeginResult> {
    const beginning = this.claimOrFind(request);
    try {
      return await withTimeout(this.context.timeoutMs, beginning);
    } catch (error) {
      if (error instanceof GatewayError) throw error;
      this.context.logger.warn({ err: error }, 'idempotency key lookup failed');
      freeLateClaim(beginning);
      throw storeUnavailable(error);
    }
  }

  onApplicationShutdown(): void {
    this.context.leases.close();
  }

  private async claimOrFind(request: IdempotentRequest): Promise<BeginResult> {
    const { keyId, bodyHash } = hashRequest(request);
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const run = await this.claim(keyId, bodyHash, request.owner);
      if (run !== undefined) return { kind: 'first', run };
      const stored = await this.context.store.find(keyId, this.context.clock());
      if (stored !== undefined) return { kind: 'replay', answer: this.getAnswer(stored, bodyHash) };
    }
    throw keyInFlight();
  }

  private async claim(keyId: Buffer, bodyHash: Buffer, owner?: string): Promise<Run | undefined> {
    const { clock, leases, keepMs } = this.context;
    const identity = { keyId, runId: randomUUID(), owner };
    const nowMs = clock();
    const claim = {
      ...identity,
      bodyHash,
      nowMs,
      leaseUntilMs: leases.leaseEndMs,
      expiresAtMs: nowMs + keepMs,
    };
    if (!(await this.claimOrFree(claim))) return undefined;
    leases.add(identity);
    return new Run(identity, this.context);
  }

  /** If the result of a claim is lost, it may have succeeded, so the key is released. */
  private async claimOrFree(claim: Claim): Promise<boolean> {
    const { store } = this.context;
    try {
      return await store.claim(claim);
    } catch (error) {
      store.free(claim).catch(() => undefined);
      throw error;
    }
  }

  private getAnswer(
    { state, bodyHash, leaseUntilMs, answer }: StoredKey,
    requestHash: Buffer,
  ): IdempotentResponse {
    if (!bodyHash.equals(requestHash)) throw keyReused();
    if (state === 'streamed') throw streamNotReplayable();
    if (answer !== undefined) return markReplayed(answer);
    if (state !== 'running') throw responseNotStored();
    throw leaseUntilMs > this.context.clock() ? keyInFlight() : outcomeUnknown();
  }
}

/** Releases a claim that succeeds after the timeout, because the error says that the request did not run. */
function freeLateClaim(beginning: Promise<BeginResult>): void {
  beginning.then(
    async (result) => (result.kind === 'first' ? result.run.free() : undefined),
    () => undefined,
  );
}

function markReplayed({ status, headers, body }: IdempotentResponse): IdempotentResponse {
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
