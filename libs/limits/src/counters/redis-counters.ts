import { randomUUID } from 'node:crypto';
import { findUnsupportedRedis } from '#config';
import { Redis } from 'ioredis';
import {
  type Asked,
  type Check,
  type Correction,
  type Counters,
  RUNNING_WAIT_MS,
  type Taken,
} from './counters.js';
import { type RunningRequest } from './memory-counters.js';
import { CallTimeout } from './call-timeout.js';
import { RedisScript } from './redis-script.js';
import { BEAT, BOOK, RENEW, TAKE } from './redis-scripts.js';
import { type Booking } from './slot-book.js';
import { type Reading, slotAt } from './window.js';

/** The braces keep all keys in one place of a cluster: one script reads several of them. */
const PREFIX = 'modelgate:{limits}:';
const LIFE = `${PREFIX}life`;
const PROCESSES = `${PREFIX}processes`;

const TIMEOUT_MS = 150;
const RECONNECT_AFTER_MS = 200;
const CONNECT_TIMEOUT_MS = 1_000;
/** How long a process that stops waits for Redis to see its connection off. */
const PARTING_MS = 200;
const MAX_PER_CALL = 500;
/** How long a process counts as living after its last sign. */
const SIGN_OF_LIFE_MS = 5_000;
/** Other processes give back what they leased and did not use. */
export const REFUSALS_HOLD_MS = 1_000;
/** A running request whose process no longer speaks for it gives its place back after this. */
const LEASE_MS = 30_000;

export interface Beat {
  /** A new one means that Redis has lost everything in between. */
  life: string;
  processes: number;
}

export interface RedisCountersOptions {
  url: string;
  leaseMs?: number;
  timeoutMs?: number;
}

const take = new RedisScript(TAKE);
const book = new RedisScript(BOOK);
const renew = new RedisScript(RENEW);
const beat = new RedisScript(BEAT);

/** The server of REDIS_URL is a Sentinel, part of a cluster or a replica. */
export class UnsupportedRedis extends Error {}

/** Counts in Redis, for all processes together; fails where Redis does not answer in time, or has lost what it knew. */
export class RedisCounters implements Counters {
  readonly isShared = true;
  readonly changes = 0;
  readonly refusalsHoldMs = REFUSALS_HOLD_MS;
  processes = 1;
  private readonly redis: Redis;
  private readonly processId = randomUUID();
  private readonly leaseMs: number;
  private readonly timeout: CallTimeout;
  private life = '';

  constructor({ url, leaseMs = LEASE_MS, timeoutMs = TIMEOUT_MS }: RedisCountersOptions) {
    this.leaseMs = leaseMs;
    this.timeout = new CallTimeout(timeoutMs);
    this.redis = new Redis(url, {
      connectTimeout: CONNECT_TIMEOUT_MS,
      // Nothing waits for a connection, and nothing is sent twice: a request counted twice is a request refused.
      enableOfflineQueue: false,
      autoResendUnfulfilledCommands: false,
      maxRetriesPerRequest: 0,
      retryStrategy: () => RECONNECT_AFTER_MS,
      disconnectTimeout: PARTING_MS,
      disableClientInfo: true,
    });
    // Whoever asks learns of it; and an error that nobody listens to ends a process.
    this.redis.on('error', () => undefined);
    this.onConnected(() => [take, book, renew, beat].forEach((script) => forget(script.load(this.redis))));
  }

  /** Calls whenever there is a new connection. */
  onConnected(call: () => void): void {
    this.redis.on('ready', call);
  }

  /** With `leased` more requests like it counted in advance, where the limits have plenty left. */
  async take({ checks, holder, nowMs }: Asked, leased = 0): Promise<Taken> {
    const keys = [LIFE, ...checks.map(({ key }) => PREFIX + key)];
    const values = [
      this.life,
      holder,
      nowMs ?? '',
      this.leaseMs,
      RUNNING_WAIT_MS,
      leased,
      this.processes,
      ...checks.flatMap(checkValues),
    ];
    const reply = await this.timeout.awaits(take.run(this.redis, keys, values));
    if (!isNumbers(reply)) throw new Error('Redis has lost what it knew');
    const [isAdmitted, atMs = 0, granted = 0, ...figures] = reply;
    return {
      isAdmitted: isAdmitted === 1,
      atMs,
      readings: checks.map((_, index) => readingAt(figures, index)),
      leased: granted,
    };
  }

  correct({ key, window, amount, takenAtMs, nowMs }: Correction): void {
    const slot = amount > 0 ? '' : slotAt(window, takenAtMs);
    const values = [nowMs ?? '', window.slotMs, window.slots, slot, amount];
    forget(book.run(this.redis, [PREFIX + key], values));
  }

  release(key: string, holder: string): void {
    forget(this.redis.zrem(PREFIX + key, holder));
  }

  /** Rejects where the server is of a kind that cannot count for all processes. */
  async requireSupported(): Promise<void> {
    const unsupported = await this.timeout.awaits(
      findUnsupportedRedis((command, ...values) => this.redis.call(command, ...values)),
    );
    if (unsupported !== undefined) throw new UnsupportedRedis(`the server of REDIS_URL ${unsupported}`);
  }

  /** Says that this process lives, and asks who else does. */
  async beat(): Promise<Beat> {
    const values = [randomUUID(), this.processId, SIGN_OF_LIFE_MS];
    const reply = await this.timeout.awaits(beat.run(this.redis, [LIFE, PROCESSES], values));
    const [life, processes] = reply as [life: string, processes: number];
    return { life, processes };
  }

  /** From now on, what is counted must belong to this life. */
  adopt({ life, processes }: Beat): void {
    this.life = life;
    this.processes = processes;
  }

  /** Adds what was counted elsewhere. */
  async book(bookings: readonly Booking[]): Promise<void> {
    for (const part of inParts(bookings)) {
      const values = part.flatMap(({ window, slot, amount }) => [window.slotMs, window.slots, slot, amount]);
      const keys = part.map(({ key }) => PREFIX + key);
      await this.timeout.awaits(book.run(this.redis, keys, ['', ...values]));
    }
  }

  /** Speaks for the running requests of this process. */
  async renew(running: readonly RunningRequest[]): Promise<void> {
    for (const part of inParts(running)) {
      const keys = part.map(({ key }) => PREFIX + key);
      const values = [this.leaseMs, ...part.map(({ holder }) => holder)];
      await this.timeout.awaits(renew.run(this.redis, keys, values));
    }
  }

  /** A connection on which nothing has come for long may be dead without anybody having said so. */
  reconnect(): void {
    this.redis.disconnect(true);
  }

  async close(): Promise<void> {
    await this.timeout.awaits(this.redis.zrem(PROCESSES, this.processId)).catch(() => undefined);
    this.redis.disconnect();
  }
}

function checkValues({ span, limit, cost }: Check): number[] {
  return span === 'running' ? [0, 0, limit, cost] : [span.slotMs, span.slots, limit, cost];
}

function readingAt(figures: readonly number[], index: number): Reading {
  const [remaining = 0, waitMs = 0, resetMs = 0] = figures.slice(index * 3, index * 3 + 3);
  return { remaining, waitMs, resetMs };
}

function isNumbers(reply: unknown): reply is number[] {
  return Array.isArray(reply);
}

/** What nobody waits for: a loss shows with the next request, and is made good by whoever then steps in. */
function forget(call: Promise<unknown>): void {
  call.catch(() => undefined);
}

function* inParts<Item>(items: readonly Item[]): Iterable<readonly Item[]> {
  for (let start = 0; start < items.length; start += MAX_PER_CALL) {
    yield items.slice(start, start + MAX_PER_CALL);
  }
}
