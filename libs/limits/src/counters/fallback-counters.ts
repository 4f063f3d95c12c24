import { type Logger } from '#telemetry';
import { type TakeRequest, type Correction, type Counters, type TakeResult } from './counters.js';
import { toShares } from './local-shares.js';
import { MemoryCounters, type RunningRequest } from './memory-counters.js';
import { Leases } from './leases.js';
import {
  type Heartbeat,
  REFUSAL_VALIDITY_MS,
  type RedisCounters,
  UnsupportedRedisError,
} from './redis-counters.js';
import { type SlotAmount, SlotBook } from './slot-book.js';
import { getSlot } from './window.js';

const SYNCHRONIZE_EVERY_MS = 250;
/** How long amounts to return are collected before they are sent. */
const RETURN_EVERY_MS = 100;
/** After this time, every process has noticed that Redis has lost its data, and has sent its own counts. */
const SETTLE_MS = 400;
const RENEW_EVERY_MS = 10_000;
/** A connection without a response for this long is replaced. */
const CONNECTION_TIMEOUT_MS = 2_000;
const FIRST_CONNECTION_MS = 1_000;
const MAX_UNRELEASED = 10_000;

export interface FallbackOptions {
  /** The assumed number of processes until Redis provides it. */
  processes: number;
  logger: Logger;
  renewEveryMs?: number;
}

/**
 * Counts in Redis, and also in this process. While Redis is unavailable or has just lost its data, this process admits
 * its share of every limit by its own counts. When Redis is available again, the missed counts are sent to it.
 */
export class FallbackCounters implements Counters {
  isShared = false;
  generation = 0;
  readonly refusalValidityMs = REFUSAL_VALIDITY_MS;
  /** Everything that this process has admitted, whether counted in Redis or locally. */
  private readonly mirror = new MemoryCounters();
  /** Amounts that were not sent to Redis yet. */
  private unsent = new SlotBook();
  private unreleased: RunningRequest[] = [];
  /** What Redis has counted in advance for future requests. */
  private readonly leases = new Leases();
  /** Amounts that will be returned to Redis soon. */
  private returns: SlotAmount[] = [];
  private returnTimer: NodeJS.Timeout | undefined;
  private lastHeartbeat: Heartbeat | undefined;
  private clockOffsetMs = 0;
  private settledAtMs = 0;
  private renewedAtMs = 0;
  private lastResponseAtMs = performance.now();
  private isSynchronizing = false;
  private hasReportedServer = false;
  private isClosed = false;
  private timer: NodeJS.Timeout | undefined;

  private constructor(
    private readonly redis: RedisCounters,
    private readonly options: FallbackOptions,
  ) {}

  /** Waits up to a second for Redis, and starts without it after that. */
  static async open(redis: RedisCounters, options: FallbackOptions): Promise<FallbackCounters> {
    const counters = new FallbackCounters(redis, options);
    const giveUpAt = performance.now() + FIRST_CONNECTION_MS;
    while (!counters.isShared && performance.now() < giveUpAt) {
      await counters.synchronize();
      if (!counters.isShared) await sleep(20);
    }
    if (!counters.isShared)
      options.logger.warn(
        { processes: options.processes },
        'Redis is unavailable at start: limits are divided between the processes',
      );
    redis.onConnected(() => void counters.synchronize());
    counters.timer = setInterval(() => void counters.synchronize(), SYNCHRONIZE_EVERY_MS).unref();
    return counters;
  }

  get processes(): number {
    return this.lastHeartbeat?.processes ?? this.options.processes;
  }

  take(request: TakeRequest): TakeResult | Promise<TakeResult> {
    if (!this.isShared) return this.takeLocally(request);
    return this.takeLeased(request) ?? this.takeShared(request);
  }

  correct(correction: Correction): void {
    const nowMs = correction.nowMs ?? this.nowMs();
    this.mirror.correct({ ...correction, nowMs });
    if (this.isShared) return this.correctShared(correction);
    const { key, window, amount, takenAtMs } = correction;
    const slot = getSlot(window, amount > 0 ? nowMs : takenAtMs);
    this.unsent.add({ key, window, slot, amount }, nowMs);
  }

  release(key: string, holder: string): void {
    this.mirror.release(key, holder);
    const permitId = this.leases.permits.removePermitId(key, holder);
    if (this.isShared) {
      if (this.leases.permits.tryAdd(key, permitId, this.processes)) this.scheduleReturn();
      else this.redis.release(key, permitId);
      return;
    }
    // Without a release, Redis removes a running request when it is not renewed.
    if (this.unreleased.length < MAX_UNRELEASED) this.unreleased.push({ key, holder: permitId });
  }

  async close(): Promise<void> {
    if (this.isShared) {
      for (const { key, holder } of this.leases.permits.takeExpired(true)) this.redis.release(key, holder);
      await this.redis.addAmounts(this.collectReturns(true)).catch(() => undefined);
    }
    this.isClosed = true;
    this.isShared = false;
    clearInterval(this.timer);
    clearTimeout(this.returnTimer);
    await this.redis.close();
  }

  private takeLeased(request: TakeRequest): TakeResult | undefined {
    const taken = this.leases.take(request);
    if (taken !== undefined) this.mirror.count(request.checks, request.holder, taken.atMs);
    return taken;
  }

  private async takeShared(request: TakeRequest): Promise<TakeResult> {
    const sentAt = performance.now();
    try {
      const taken = await this.redis.take(request, this.leases.planLease(request));
      if (request.nowMs === undefined) this.clockOffsetMs = taken.atMs - Date.now();
      if (taken.isAdmitted) this.mirror.count(request.checks, request.holder, taken.atMs);
      this.leases.update(request.checks, taken, sentAt);
      this.leases.permits.update(request, taken);
      if (!this.leases.isEmpty) this.scheduleReturn();
      return taken.isAdmitted ? taken : (this.takeLeased(request) ?? taken);
    } catch (error) {
      this.leases.update(request.checks, undefined, sentAt);
      this.switchToLocal(error);
      return this.takeLocally(request);
    }
  }

  private correctShared(correction: Correction): void {
    if (this.leases.correct(correction)) return;
    const { key, window, amount, takenAtMs, nowMs } = correction;
    // Returned amounts can be sent later, but additional usage must be counted at once.
    if (amount > 0 || nowMs !== undefined) return this.redis.correct(correction);
    this.returns.push({ key, window, slot: getSlot(window, takenAtMs), amount });
    this.scheduleReturn();
  }

  private scheduleReturn(): void {
    this.returnTimer ??= setTimeout(() => {
      this.returnTimer = undefined;
      if (!this.isShared) return;
      this.redis.addAmounts(this.collectReturns(false)).catch((error: unknown) => this.switchToLocal(error));
      for (const { key, holder } of this.leases.permits.takeExpired(false)) this.redis.release(key, holder);
      if (!this.leases.isEmpty) this.scheduleReturn();
    }, RETURN_EVERY_MS).unref();
  }

  /** The amounts to return now, including those of expired leases or of all leases. */
  private collectReturns(all: boolean): SlotAmount[] {
    const returns = [...this.returns, ...this.leases.takeReturns(all)];
    this.returns = [];
    return returns;
  }

  private takeLocally({ checks, holder, nowMs = this.nowMs() }: TakeRequest): TakeResult {
    const taken = this.mirror.take({ checks: toShares(checks, this.processes), holder, nowMs });
    if (!taken.isAdmitted) return taken;
    for (const { key, span, cost } of checks) {
      if (span === 'running') continue;
      this.unsent.add({ key, window: span, slot: getSlot(span, nowMs), amount: cost }, nowMs);
    }
    return taken;
  }

  /** The time of Redis. */
  private nowMs(): number {
    return Date.now() + this.clockOffsetMs;
  }

  private async synchronize(): Promise<void> {
    if (this.isSynchronizing || this.isClosed) return;
    this.isSynchronizing = true;
    try {
      await (this.isShared ? this.checkConnection() : this.rejoin());
      this.lastResponseAtMs = performance.now();
    } catch (error) {
      this.reportUnsupported(error);
      this.switchToLocal(error);
      this.replaceConnection();
    } finally {
      this.isSynchronizing = false;
    }
  }

  private async checkConnection(): Promise<void> {
    const heartbeat = await this.redis.sendHeartbeat();
    if (heartbeat.life !== this.lastHeartbeat?.life) throw new Error('Redis has lost its data');
    this.lastHeartbeat = heartbeat;
    this.redis.applyHeartbeat(heartbeat);
    const nowMs = performance.now();
    if (nowMs - this.renewedAtMs < (this.options.renewEveryMs ?? RENEW_EVERY_MS)) return;
    this.renewedAtMs = nowMs;
    await this.redis.renew(this.listPermits());
  }

  private async rejoin(): Promise<void> {
    await this.redis.requireSupported();
    const heartbeat = await this.redis.sendHeartbeat();
    const hasData = heartbeat.life === this.lastHeartbeat?.life;
    await this.sendMissed(hasData);
    if (!hasData && this.lastHeartbeat !== undefined) this.delayRejoin();
    const isSettled = performance.now() >= this.settledAtMs;
    // Until all processes have sent a heartbeat, Redis counts too few of them.
    const processes = isSettled ? heartbeat.processes : Math.max(heartbeat.processes, this.processes);
    this.lastHeartbeat = { life: heartbeat.life, processes };
    if (!isSettled) return;
    await this.redis.renew(this.listPermits());
    this.switchToShared(this.lastHeartbeat);
  }

  /** All permits of this process, by their ids in Redis. */
  private listPermits(): RunningRequest[] {
    const { permits } = this.leases;
    const taken = [...this.mirror.listRunning()].map(({ key, holder }) => ({
      key,
      holder: permits.getPermitId(key, holder),
    }));
    return [...taken, ...permits.listFree()];
  }

  private delayRejoin(): void {
    this.settledAtMs = performance.now() + SETTLE_MS;
    setTimeout(() => void this.synchronize(), SETTLE_MS).unref();
  }

  /** Sends the missed amounts to Redis, or all amounts of this process if Redis has lost its data. */
  private async sendMissed(hasData: boolean): Promise<void> {
    const nowMs = this.nowMs();
    const unsent = [...this.unsent.listAmounts(nowMs)];
    const missed = hasData ? unsent : [...this.mirror.listAmounts(nowMs)];
    this.unsent = new SlotBook();
    try {
      await this.redis.addAmounts(missed);
    } catch (error) {
      // Amounts that had arrived will count twice, which is better than not at all.
      for (const booking of unsent) this.unsent.add(booking, nowMs);
      throw error;
    }
  }

  /** Synchronous, so that the latest amounts are sent to Redis before the next request. */
  private switchToShared(beat: Heartbeat): void {
    this.redis.applyHeartbeat(beat);
    this.redis.addAmounts([...this.unsent.listAmounts(this.nowMs())]).catch(() => undefined);
    for (const { key, holder } of this.unreleased) this.redis.release(key, holder);
    this.unsent = new SlotBook();
    this.unreleased = [];
    this.renewedAtMs = 0;
    this.isShared = true;
    this.generation += 1;
    this.options.logger.info({ processes: beat.processes }, 'limits are shared through Redis');
  }

  private switchToLocal(error: unknown): void {
    if (!this.isShared) return;
    this.isShared = false;
    this.generation += 1;
    this.lastResponseAtMs = performance.now();
    for (const booking of this.collectReturns(true)) this.unsent.add(booking, this.nowMs());
    this.unreleased.push(...this.leases.permits.takeExpired(true));
    const reason = error instanceof Error ? error.message : String(error);
    this.options.logger.warn(
      { reason, processes: this.processes },
      'Redis is unavailable: limits are divided between the processes',
    );
    setImmediate(() => void this.synchronize());
  }

  /** The start fails with an unsupported server, so the server was replaced or changed since. */
  private reportUnsupported(error: unknown): void {
    if (!(error instanceof UnsupportedRedisError) || this.hasReportedServer) return;
    this.hasReportedServer = true;
    this.options.logger.warn(
      { reason: error.message },
      'limits are not shared: this Redis server is not supported',
    );
  }

  private replaceConnection(): void {
    if (this.isClosed || performance.now() - this.lastResponseAtMs < CONNECTION_TIMEOUT_MS) return;
    this.lastResponseAtMs = performance.now();
    this.redis.reconnect();
  }
}

function sleep(durationMs: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, durationMs);
  });
}
