import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { withTimeout } from '#idempotency';
import { LOGGER, type Logger, OutageLog } from '#telemetry';
import { type CacheKey } from './cache-key.js';
import {
  type ResponseOrigin,
  type CachedResponseStore,
  type CachedResponse,
  type CacheHit,
} from './cached-response.js';
import { CachedResponseRepository } from './cached-response.repository.js';
import { LruResponseCache } from './lru-response-cache.js';

const TIMEOUT_MS = 100;
/** After a database error, the database is not used for this long. */
const PAUSE_MS = 1_000;
const MAX_WRITES = 16;
const MEMORY_LIMITS = { maxBytes: 32 * 1024 * 1024, maxResponseBytes: 1024 * 1024 };

export type NewEntry = Pick<CachedResponse, 'isStreamed' | 'headers' | 'body'> & { origin: ResponseOrigin };

/** Responses to earlier requests. Errors of the database never fail a request: they only cause cache misses. */
@Injectable()
export class ResponseCache implements OnApplicationShutdown {
  private readonly recent = new LruResponseCache(MEMORY_LIMITS);
  private readonly writes = new Set<Promise<void>>();
  private pausedUntilMs = 0;
  private readonly outage: OutageLog;
  /** In milliseconds since the epoch. Tests replace it. */
  clock: () => number = Date.now;

  constructor(
    @Inject(CachedResponseRepository) private readonly store: CachedResponseStore,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.outage = new OutageLog(logger, {
      gone: 'the response cache is unavailable',
      back: 'the response cache is available again',
    });
  }

  async find(key: CacheKey): Promise<CacheHit | undefined> {
    const answer = this.findInMemory(key) ?? (await this.loadStored(key));
    if (answer === undefined) return undefined;
    return { answer, ageSeconds: Math.max(0, Math.floor((this.clock() - answer.keptAtMs) / 1000)) };
  }

  /** Stores a response. Never rejects, and requests do not wait for it. */
  async keep({ owner, key, ttlSeconds }: CacheKey, answer: NewEntry): Promise<void> {
    if (this.isPaused || this.writes.size >= MAX_WRITES) return;
    const keptAtMs = this.clock();
    const entry = { ...answer, keptAtMs, expiresAtMs: keptAtMs + ttlSeconds * 1000 };
    const write = this.store.save(owner, key, entry).catch((error: unknown) => this.pauseAfter(error));
    this.writes.add(write);
    await write;
    this.writes.delete(write);
  }

  /** Waits for pending writes. */
  async onApplicationShutdown(): Promise<void> {
    await Promise.all(this.writes);
  }

  private findInMemory(key: CacheKey): CachedResponse | undefined {
    const answer = this.recent.find(toName(key));
    return answer !== undefined && this.isFresh(answer, key) ? answer : undefined;
  }

  private async loadStored(key: CacheKey): Promise<CachedResponse | undefined> {
    if (this.isPaused) return undefined;
    try {
      const answer = await withTimeout(TIMEOUT_MS, this.store.find(key.owner, key.key, this.clock()));
      this.outage.worked();
      if (answer === undefined || !this.isFresh(answer, key)) return undefined;
      this.recent.add(toName(key), answer);
      return answer;
    } catch (error) {
      this.pauseAfter(error);
      return undefined;
    }
  }

  /** Whether it is within both its own lifetime and the maximum age of the request. */
  private isFresh({ keptAtMs, expiresAtMs }: CachedResponse, { ttlSeconds }: CacheKey): boolean {
    const nowMs = this.clock();
    return nowMs < expiresAtMs && nowMs - keptAtMs < ttlSeconds * 1000;
  }

  private get isPaused(): boolean {
    return this.clock() < this.pausedUntilMs;
  }

  private pauseAfter(error: unknown): void {
    this.pausedUntilMs = this.clock() + PAUSE_MS;
    this.outage.failed(error);
  }
}

function toName({ owner, key }: CacheKey): string {
  return `${key.toString('hex')}/${owner}`;
}
