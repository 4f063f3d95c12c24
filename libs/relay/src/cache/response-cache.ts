import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { withTimeout } from '#idempotency';
import { LOGGER, type Logger, OutageLog } from '#telemetry';
import { type CacheKey } from './cache-key.js';
import { type AnswerOrigin, type AnswerStore, type CachedAnswer, type CacheHit } from './cached-answer.js';
import { CachedAnswerRepository } from './cached-answer.repository.js';
import { LruAnswerCache } from './lru-answer-cache.js';

const TIMEOUT_MS = 100;
/** After a fault of the database nobody waits for it for so long. */
const REST_MS = 1_000;
const MAX_WRITES = 16;
const RECENT_LIMITS = { maxBytes: 32 * 1024 * 1024, maxAnswerBytes: 1024 * 1024 };

export type AnswerToKeep = Pick<CachedAnswer, 'isStreamed' | 'headers' | 'body'> & { origin: AnswerOrigin };

/** Answers to what was asked before. It may forget, but never fails: then there is simply no answer in it. */
@Injectable()
export class ResponseCache implements OnApplicationShutdown {
  private readonly recent = new LruAnswerCache(RECENT_LIMITS);
  private readonly writes = new Set<Promise<void>>();
  private restsUntilMs = 0;
  private readonly outage: OutageLog;
  /** Milliseconds since the epoch. Tests have their own. */
  clock: () => number = Date.now;

  constructor(
    @Inject(CachedAnswerRepository) private readonly store: AnswerStore,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.outage = new OutageLog(logger, {
      gone: 'the response cache is out of reach',
      back: 'the response cache is back',
    });
  }

  async find(key: CacheKey): Promise<CacheHit | undefined> {
    const answer = this.findRecent(key) ?? (await this.findStored(key));
    if (answer === undefined) return undefined;
    return { answer, ageSeconds: Math.max(0, Math.floor((this.clock() - answer.keptAtMs) / 1000)) };
  }

  /** Resolves when it is done, well or not; nobody has to wait for it. */
  async keep({ owner, key, ttlSeconds }: CacheKey, answer: AnswerToKeep): Promise<void> {
    if (this.isResting || this.writes.size >= MAX_WRITES) return;
    const keptAtMs = this.clock();
    const kept = { ...answer, keptAtMs, expiresAtMs: keptAtMs + ttlSeconds * 1000 };
    const write = this.store.save(owner, key, kept).catch((error: unknown) => this.rest(error));
    this.writes.add(write);
    await write;
    this.writes.delete(write);
  }

  /** Waits for what is being written. */
  async onApplicationShutdown(): Promise<void> {
    await Promise.all(this.writes);
  }

  private findRecent(key: CacheKey): CachedAnswer | undefined {
    const answer = this.recent.find(toName(key));
    return answer !== undefined && this.isFresh(answer, key) ? answer : undefined;
  }

  private async findStored(key: CacheKey): Promise<CachedAnswer | undefined> {
    if (this.isResting) return undefined;
    try {
      const answer = await withTimeout(TIMEOUT_MS, this.store.find(key.owner, key.key, this.clock()));
      this.outage.worked();
      if (answer === undefined || !this.isFresh(answer, key)) return undefined;
      this.recent.add(toName(key), answer);
      return answer;
    } catch (error) {
      this.rest(error);
      return undefined;
    }
  }

  /** Whoever asks decides how old an answer may be, whatever was allowed when it was kept. */
  private isFresh({ keptAtMs, expiresAtMs }: CachedAnswer, { ttlSeconds }: CacheKey): boolean {
    const nowMs = this.clock();
    return nowMs < expiresAtMs && nowMs - keptAtMs < ttlSeconds * 1000;
  }

  private get isResting(): boolean {
    return this.clock() < this.restsUntilMs;
  }

  private rest(error: unknown): void {
    this.restsUntilMs = this.clock() + REST_MS;
    this.outage.failed(error);
  }
}

function toName({ owner, key }: CacheKey): string {
  return `${key.toString('hex')}/${owner}`;
}
