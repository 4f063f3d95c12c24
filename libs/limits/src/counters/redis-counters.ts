import { randomUUID } from 'node:crypto';
import { findUnsupportedRedis } from '#config';
import { Redis } from 'ioredis';
import {
  type TakeRequest,
  type Check,
  type Correction,
  type Counters,
  RUNNING_WAIT_MS,
  type TakeResult,
} from './counters.js';
import { type RunningRequest } from './memory-counters.js';
import { CallTimeout } from './call-timeout.js';
import { RedisScript } from './redis-script.js';
import { HEARTBEAT, ADD_AMOUNTS, RENEW, TAKE } from './redis-scripts.js';
import { type SlotAmount } from './slot-book.js';
import { type Reading, getSlot } from './window.js';

/** The braces put all keys into one hash slot, because a script uses several of them. */
const PREFIX = 'modelgate:{limits}:';
/** Holds a random id that a process sets if it is missing: another value shows that Redis has lost its data. */
const LIFE = `${PREFIX}life`;
const PROCESSES = `${PREFIX}processes`;

const TIMEOUT_MS = 150;
const RECONNECT_AFTER_MS = 200;
const CONNECT_TIMEOUT_MS = 1_000;
/** How long a stopping process waits for Redis to close the connection. */
const DISCONNECT_TIMEOUT_MS = 200;
const MAX_PER_CALL = 500;
/** How long a process counts as alive after its last heartbeat. */
const PROCESS_TIMEOUT_MS = 5_000;
/** How long a refusal is certain: other processes may return what they have leased and not used. */
export const REFUSAL_VALIDITY_MS = 1_000;
/** After this time, a running request that its process has not renewed no longer counts. */
const LEASE_MS = 30_000;

export interface Heartbeat {
  /** Another value than before means that Redis has lost its data. */
  life: string;
  processes: number;
}

export interface RedisCountersOptions {
  url: string;
  leaseMs?: number;
  timeoutMs?: number;
}

const take = new RedisScript(TAKE);
const addAmounts = new RedisScript(ADD_AMOUNTS);
const renew = new RedisScript(RENEW);
const heartbeat = new RedisScript(HEARTBEAT);

/** The server of REDIS_URL is a Sentinel, a cluster node or a replica. */
export class UnsupportedRedisError extends Error {}

/** Counts in Redis for all processes together. Rejects if Redis does not respond in time or has lost its data. */
export class RedisCounters implements Counters {
  readonly isShared = true;
  readonly generation = 0;
  readonly refusalValidityMs = REFUSAL_VALIDITY_MS;
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
      // Commands fail without a connection and are never resent: counting a request twice could refuse another one.
      enableOfflineQueue: false,
      autoResendUnfulfilledCommands: false,
      maxRetriesPerRequest: 0,
      retryStrategy: () => RECONNECT_AFTER_MS,
      disconnectTimeout: DISCONNECT_TIMEOUT_MS,
      disableClientInfo: true,
    });
    // Commands reject with the error. Without a listener, it would also end the process.
    this.redis.on('error', () => undefined);
    this.onConnected(() =>
      [take, addAmounts, renew, heartbeat].forEach((script) => ignoreFailure(script.load(this.redis))),
    );
  }

  /** Calls the function whenever there is a new connection. */
  onConnected(call: () => void): void {
    this.redis.on('ready', call);
  }

  /** Also counts up to `leaseSize` similar requests in advance, if the limits have enough left. */
  async take({ checks, holder, nowMs }: TakeRequest, leaseSize = 0): Promise<TakeResult> {
    const keys = [LIFE, ...checks.map(({ key }) => PREFIX + key)];
    const values = [
      this.life,
      holder,
      nowMs ?? '',
      this.leaseMs,
      RUNNING_WAIT_MS,
      leaseSize,
      this.processes,
      ...checks.flatMap(encodeCheck),
    ];
    const reply = await this.timeout.waitFor(take.run(this.redis, keys, values));
    if (!isNumbers(reply)) throw new Error('Redis has lost its data');
    const [isAdmitted, atMs = 0, granted = 0, ...figures] = reply;
    return {
      isAdmitted: isAdmitted === 1,
      atMs,
      readings: checks.map((_, index) => decodeReading(figures, index)),
      leasedRequests: granted,
    };
  }

  correct({ key, window, amount, takenAtMs, nowMs }: Correction): void {
    const slot = amount > 0 ? '' : getSlot(window, takenAtMs);
    const values = [nowMs ?? '', window.slotMs, window.slots, slot, amount];
    ignoreFailure(addAmounts.run(this.redis, [PREFIX + key], values));
  }

  release(key: string, holder: string): void {
    ignoreFailure(this.redis.zrem(PREFIX + key, holder));
  }

  /** Rejects if the server cannot count for all processes. */
  async requireSupported(): Promise<void> {
    const unsupported = await this.timeout.waitFor(
      findUnsupportedRedis((command, ...values) => this.redis.call(command, ...values)),
    );
    if (unsupported !== undefined) throw new UnsupportedRedisError(`the server of REDIS_URL ${unsupported}`);
  }

  /** Marks this process as alive, and returns the number of processes that are. */
  async sendHeartbeat(): Promise<Heartbeat> {
    const values = [randomUUID(), this.processId, PROCESS_TIMEOUT_MS];
    const reply = await this.timeout.waitFor(heartbeat.run(this.redis, [LIFE, PROCESSES], values));
    const [life, processes] = reply as [life: string, processes: number];
    return { life, processes };
  }

  /** `take` then fails if Redis loses its data after this heartbeat. */
  applyHeartbeat({ life, processes }: Heartbeat): void {
    this.life = life;
    this.processes = processes;
  }

  /** Adds amounts that were counted outside Redis. */
  async addAmounts(bookings: readonly SlotAmount[]): Promise<void> {
    for (const part of toParts(bookings)) {
      const values = part.flatMap(({ window, slot, amount }) => [window.slotMs, window.slots, slot, amount]);
      const keys = part.map(({ key }) => PREFIX + key);
      await this.timeout.waitFor(addAmounts.run(this.redis, keys, ['', ...values]));
    }
  }

  /** Renews the running requests of this process. */
  async renew(running: readonly RunningRequest[]): Promise<void> {
    for (const part of toParts(running)) {
      const keys = part.map(({ key }) => PREFIX + key);
      const values = [this.leaseMs, ...part.map(({ holder }) => holder)];
      await this.timeout.waitFor(renew.run(this.redis, keys, values));
    }
  }

  /** Replaces a connection without responses, which may be broken without an error. */
  reconnect(): void {
    this.redis.disconnect(true);
  }

  async close(): Promise<void> {
    await this.timeout.waitFor(this.redis.zrem(PROCESSES, this.processId)).catch(() => undefined);
    this.redis.disconnect();
  }
}

function encodeCheck({ span, limit, cost }: Check): number[] {
  return span === 'running' ? [0, 0, limit, cost] : [span.slotMs, span.slots, limit, cost];
}

function decodeReading(figures: readonly number[], index: number): Reading {
  const [remaining = 0, waitMs = 0, resetMs = 0] = figures.slice(index * 3, index * 3 + 3);
  return { remaining, waitMs, resetMs };
}

function isNumbers(reply: unknown): reply is number[] {
  return Array.isArray(reply);
}

/** For commands that are not awaited: the next request detects a failure, and the fallback sends what was lost. */
function ignoreFailure(call: Promise<unknown>): void {
  call.catch(() => undefined);
}

function* toParts<Item>(items: readonly Item[]): Iterable<readonly Item[]> {
  for (let start = 0; start < items.length; start += MAX_PER_CALL) {
    yield items.slice(start, start + MAX_PER_CALL);
  }
}
