import { type Logger } from '#telemetry';
import { type Asked, type Correction, type Counters, type Taken } from './counters.js';
import { buildShares } from './local-shares.js';
import { MemoryCounters, type RunningRequest } from './memory-counters.js';
import { Leases } from './leases.js';
import { type Beat, REFUSALS_HOLD_MS, type RedisCounters, UnsupportedRedis } from './redis-counters.js';
import { type Booking, SlotBook } from './slot-book.js';
import { slotAt } from './window.js';

const TALK_EVERY_MS = 250;
/** How long amounts that go back to a limit are collected. */
const GIVE_BACK_EVERY_MS = 100;
/** By then every process has noticed that Redis lost its memory, and has told what it knows. */
const SETTLE_MS = 400;
const RENEW_EVERY_MS = 10_000;
/** A connection that stays silent for so long is exchanged for a new one. */
const TIMEOUT_WITH_CONNECTION_MS = 2_000;
const FIRST_CONNECTION_MS = 1_000;
const MAX_ENDED = 10_000;

export interface FallbackOptions {
  /** How many processes there are, where Redis has not said so yet. */
  processes: number;
  logger: Logger;
  renewEveryMs?: number;
}

/**
 * Counts in Redis, and in this process as well. While Redis is gone, hangs or has just lost its memory, this process
 * admits its share of every limit by its own count; Redis is told on its return what it has missed.
 */
export class FallbackCounters implements Counters {
  isShared = false;
  changes = 0;
  readonly refusalsHoldMs = REFUSALS_HOLD_MS;
  /** All that this process has counted, wherever it was admitted. */
  private readonly mirror = new MemoryCounters();
  /** What Redis does not know of. */
  private unsent = new SlotBook();
  private ended: RunningRequest[] = [];
  /** What Redis has counted for requests that are still to come. */
  private readonly leases = new Leases();
  /** What is given back to it soon. */
  private returned: Booking[] = [];
  private givingBack: NodeJS.Timeout | undefined;
  private known: Beat | undefined;
  private redisAheadMs = 0;
  private settledAtMs = 0;
  private renewedAtMs = 0;
  private silentSinceMs = performance.now();
  private isTalking = false;
  private hasReportedServer = false;
  private isClosed = false;
  private timer: NodeJS.Timeout | undefined;

  private constructor(
    private readonly redis: RedisCounters,
    private readonly options: FallbackOptions,
  ) {}

  /** Waits a moment for Redis, and begins without it where it does not come. */
  static async open(redis: RedisCounters, options: FallbackOptions): Promise<FallbackCounters> {
    const counters = new FallbackCounters(redis, options);
    const giveUpAt = performance.now() + FIRST_CONNECTION_MS;
    while (!counters.isShared && performance.now() < giveUpAt) {
      await counters.talk();
      if (!counters.isShared) await pause(20);
    }
    if (!counters.isShared)
      options.logger.warn({ processes: options.processes }, 'limits begin without Redis');
    redis.onConnected(() => void counters.talk());
    counters.timer = setInterval(() => void counters.talk(), TALK_EVERY_MS).unref();
    return counters;
  }

  get processes(): number {
    return this.known?.processes ?? this.options.processes;
  }

  take(asked: Asked): Taken | Promise<Taken> {
    if (!this.isShared) return this.takeLocally(asked);
    return this.takeLeased(asked) ?? this.takeShared(asked);
  }

  correct(correction: Correction): void {
    const nowMs = correction.nowMs ?? this.nowMs();
    this.mirror.correct({ ...correction, nowMs });
    if (this.isShared) return this.correctShared(correction);
    const { key, window, amount, takenAtMs } = correction;
    const slot = slotAt(window, amount > 0 ? nowMs : takenAtMs);
    this.unsent.add({ key, window, slot, amount }, nowMs);
  }

  release(key: string, holder: string): void {
    this.mirror.release(key, holder);
    const place = this.leases.places.leave(key, holder);
    if (this.isShared) {
      if (this.leases.places.keep(key, place, this.processes)) this.giveBackLater();
      else this.redis.release(key, place);
      return;
    }
    // Beyond that, leases end by themselves.
    if (this.ended.length < MAX_ENDED) this.ended.push({ key, holder: place });
  }

  async close(): Promise<void> {
    if (this.isShared) {
      for (const { key, holder } of this.leases.places.end(true)) this.redis.release(key, holder);
      await this.redis.book(this.collectReturned(true)).catch(() => undefined);
    }
    this.isClosed = true;
    this.isShared = false;
    clearInterval(this.timer);
    clearTimeout(this.givingBack);
    await this.redis.close();
  }

  private takeLeased(asked: Asked): Taken | undefined {
    const taken = this.leases.take(asked);
    if (taken !== undefined) this.mirror.count(asked.checks, asked.holder, taken.atMs);
    return taken;
  }

  private async takeShared(asked: Asked): Promise<Taken> {
    const askedAt = performance.now();
    try {
      const taken = await this.redis.take(asked, this.leases.want(asked));
      if (asked.nowMs === undefined) this.redisAheadMs = taken.atMs - Date.now();
      if (taken.isAdmitted) this.mirror.count(asked.checks, asked.holder, taken.atMs);
      this.leases.receive(asked.checks, taken, askedAt);
      this.leases.places.hear(asked, taken);
      if (!this.leases.isEmpty) this.giveBackLater();
      return taken.isAdmitted ? taken : (this.takeLeased(asked) ?? taken);
    } catch (error) {
      this.leases.receive(asked.checks, undefined, askedAt);
      this.lose(error);
      return this.takeLocally(asked);
    }
  }

  private correctShared(correction: Correction): void {
    if (this.leases.correct(correction)) return;
    const { key, window, amount, takenAtMs, nowMs } = correction;
    // Nobody is refused for what counts a moment too long; but what is used must be known at once.
    if (amount > 0 || nowMs !== undefined) return this.redis.correct(correction);
    this.returned.push({ key, window, slot: slotAt(window, takenAtMs), amount });
    this.giveBackLater();
  }

  private giveBackLater(): void {
    this.givingBack ??= setTimeout(() => {
      this.givingBack = undefined;
      if (!this.isShared) return;
      this.redis.book(this.collectReturned(false)).catch((error: unknown) => this.lose(error));
      for (const { key, holder } of this.leases.places.end(false)) this.redis.release(key, holder);
      if (!this.leases.isEmpty) this.giveBackLater();
    }, GIVE_BACK_EVERY_MS).unref();
  }

  /** Everything that goes back to Redis now: of the leases those that have ended, or all of them. */
  private collectReturned(all: boolean): Booking[] {
    const returned = [...this.returned, ...this.leases.end(all)];
    this.returned = [];
    return returned;
  }

  private takeLocally({ checks, holder, nowMs = this.nowMs() }: Asked): Taken {
    const taken = this.mirror.take({ checks: buildShares(checks, this.processes), holder, nowMs });
    if (!taken.isAdmitted) return taken;
    for (const { key, span, cost } of checks) {
      if (span === 'running') continue;
      this.unsent.add({ key, window: span, slot: slotAt(span, nowMs), amount: cost }, nowMs);
    }
    return taken;
  }

  /** Time as Redis would tell it. */
  private nowMs(): number {
    return Date.now() + this.redisAheadMs;
  }

  private async talk(): Promise<void> {
    if (this.isTalking || this.isClosed) return;
    this.isTalking = true;
    try {
      await (this.isShared ? this.keepUp() : this.rejoin());
      this.silentSinceMs = performance.now();
    } catch (error) {
      this.reportUnsupported(error);
      this.lose(error);
      this.changeConnection();
    } finally {
      this.isTalking = false;
    }
  }

  private async keepUp(): Promise<void> {
    const beat = await this.redis.beat();
    if (beat.life !== this.known?.life) throw new Error('Redis has lost what it knew');
    this.known = beat;
    this.redis.adopt(beat);
    const nowMs = performance.now();
    if (nowMs - this.renewedAtMs < (this.options.renewEveryMs ?? RENEW_EVERY_MS)) return;
    this.renewedAtMs = nowMs;
    await this.redis.renew(this.listPlaces());
  }

  private async rejoin(): Promise<void> {
    await this.redis.requireSupported();
    const beat = await this.redis.beat();
    const hasRemembered = beat.life === this.known?.life;
    await this.makeGood(hasRemembered);
    if (!hasRemembered && this.known !== undefined) this.settleFirst();
    const isSettled = performance.now() >= this.settledAtMs;
    // Until all have spoken, fewer processes seem to live than do.
    const processes = isSettled ? beat.processes : Math.max(beat.processes, this.processes);
    this.known = { life: beat.life, processes };
    if (!isSettled) return;
    await this.redis.renew(this.listPlaces());
    this.returnTo(this.known);
  }

  /** All that this process speaks for, as Redis calls them. */
  private listPlaces(): RunningRequest[] {
    const { places } = this.leases;
    const taken = [...this.mirror.running()].map(({ key, holder }) => ({
      key,
      holder: places.getPlace(key, holder),
    }));
    return [...taken, ...places.free()];
  }

  private settleFirst(): void {
    this.settledAtMs = performance.now() + SETTLE_MS;
    setTimeout(() => void this.talk(), SETTLE_MS).unref();
  }

  /** Tells Redis what it has missed: what came meanwhile or, where it remembers nothing, all that this process knows. */
  private async makeGood(hasRemembered: boolean): Promise<void> {
    const nowMs = this.nowMs();
    const unsent = [...this.unsent.bookings(nowMs)];
    const missed = hasRemembered ? unsent : [...this.mirror.bookings(nowMs)];
    this.unsent = new SlotBook();
    try {
      await this.redis.book(missed);
    } catch (error) {
      // What had arrived will count twice; better than not at all.
      for (const booking of unsent) this.unsent.add(booking, nowMs);
      throw error;
    }
  }

  /** Without a pause: whatever came since is on its way to Redis before the next request is. */
  private returnTo(beat: Beat): void {
    this.redis.adopt(beat);
    this.redis.book([...this.unsent.bookings(this.nowMs())]).catch(() => undefined);
    for (const { key, holder } of this.ended) this.redis.release(key, holder);
    this.unsent = new SlotBook();
    this.ended = [];
    this.renewedAtMs = 0;
    this.isShared = true;
    this.changes += 1;
    this.options.logger.info({ processes: beat.processes }, 'limits are shared through Redis');
  }

  private lose(error: unknown): void {
    if (!this.isShared) return;
    this.isShared = false;
    this.changes += 1;
    this.silentSinceMs = performance.now();
    for (const booking of this.collectReturned(true)) this.unsent.add(booking, this.nowMs());
    this.ended.push(...this.leases.places.end(true));
    const reason = error instanceof Error ? error.message : String(error);
    this.options.logger.warn({ reason, processes: this.processes }, 'Redis is lost: limits are divided');
    setImmediate(() => void this.talk());
  }

  /** A start refuses such a server; this one has come, or has changed, since. */
  private reportUnsupported(error: unknown): void {
    if (!(error instanceof UnsupportedRedis) || this.hasReportedServer) return;
    this.hasReportedServer = true;
    this.options.logger.warn({ reason: error.message }, 'limits are not shared: this Redis cannot be used');
  }

  private changeConnection(): void {
    if (this.isClosed || performance.now() - this.silentSinceMs < TIMEOUT_WITH_CONNECTION_MS) return;
    this.silentSinceMs = performance.now();
    this.redis.reconnect();
  }
}

function pause(durationMs: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, durationMs);
  });
}
