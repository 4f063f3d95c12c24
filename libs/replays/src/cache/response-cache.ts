import { type Logger } from '#telemetry';
import { type Clock } from '../clock.js';
import { within } from '../within.js';
import { type CachePlace } from './cache-place.js';
import { type AnswerOrigin, type AnswerStore, type CachedAnswer, type CacheHit } from './cached-answer.js';
import { RecentAnswers } from './recent-answers.js';

const PATIENCE_MS = 100;
/** After a fault of the database nobody waits for it for so long. */
const REST_MS = 1_000;
const MAX_WRITES = 16;
const RECENT_LIMITS = { maxBytes: 32 * 1024 * 1024, maxAnswerBytes: 1024 * 1024 };

export interface ResponseCacheOptions {
  store: AnswerStore;
  logger: Logger;
  clock?: Clock;
}

export type AnswerToKeep = Pick<CachedAnswer, 'isStreamed' | 'headers' | 'body'> & { origin: AnswerOrigin };

/** Answers to what was asked before. It may forget, but never fails: then there is simply no answer in it. */
export class ResponseCache {
  private readonly recent = new RecentAnswers(RECENT_LIMITS);
  private readonly writes = new Set<Promise<void>>();
  private readonly store: AnswerStore;
  private readonly logger: Logger;
  private readonly clock: Clock;
  private restsUntilMs = 0;

  constructor({ store, logger, clock = Date.now }: ResponseCacheOptions) {
    this.store = store;
    this.logger = logger;
    this.clock = clock;
  }

  async find(place: CachePlace): Promise<CacheHit | undefined> {
    const answer = this.findRecent(place) ?? (await this.findStored(place));
    if (answer === undefined) return undefined;
    return { answer, ageSeconds: Math.max(0, Math.floor((this.clock() - answer.keptAtMs) / 1000)) };
  }

  /** Resolves when it is done, well or not; nobody has to wait for it. */
  async keep({ owner, key, ttlSeconds }: CachePlace, answer: AnswerToKeep): Promise<void> {
    if (this.isResting || this.writes.size >= MAX_WRITES) return;
    const keptAtMs = this.clock();
    const kept = { ...answer, keptAtMs, expiresAtMs: keptAtMs + ttlSeconds * 1000 };
    const write = this.store.save(owner, key, kept).catch((error: unknown) => this.rest(error));
    this.writes.add(write);
    await write;
    this.writes.delete(write);
  }

  /** Waits for what is being written. */
  async close(): Promise<void> {
    await Promise.all(this.writes);
  }

  private findRecent(place: CachePlace): CachedAnswer | undefined {
    const answer = this.recent.find(nameOf(place));
    return answer !== undefined && this.isFresh(answer, place) ? answer : undefined;
  }

  private async findStored(place: CachePlace): Promise<CachedAnswer | undefined> {
    if (this.isResting) return undefined;
    try {
      const answer = await within(PATIENCE_MS, this.store.find(place.owner, place.key, this.clock()));
      if (answer === undefined || !this.isFresh(answer, place)) return undefined;
      this.recent.add(nameOf(place), answer);
      return answer;
    } catch (error) {
      this.rest(error);
      return undefined;
    }
  }

  /** Whoever asks decides how old an answer may be, whatever was allowed when it was kept. */
  private isFresh({ keptAtMs, expiresAtMs }: CachedAnswer, { ttlSeconds }: CachePlace): boolean {
    const nowMs = this.clock();
    return nowMs < expiresAtMs && nowMs - keptAtMs < ttlSeconds * 1000;
  }

  private get isResting(): boolean {
    return this.clock() < this.restsUntilMs;
  }

  private rest(error: unknown): void {
    this.restsUntilMs = this.clock() + REST_MS;
    this.logger.warn({ err: error }, 'the response cache is out of reach');
  }
}

function nameOf({ owner, key }: CachePlace): string {
  return `${key.toString('hex')}/${owner}`;
}
