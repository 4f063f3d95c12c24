import { type Loop, EventLoop } from './event-loop.js';
import { FairShares, type Tenant } from './fair-shares.js';
import { type OverloadReason, OverloadRefusal } from './overload-refusal.js';
import { LoopQueue } from './loop-queue.js';

/** How long a request may have to wait for the processor, so that it is still admitted. */
const MAX_WAIT_MS = {
  /** Its token asks for no more than its share. */
  light: 1_000,
  /** Its token asks for more, and has not yet had its share. */
  heavy: 50,
  /** Its token has had its share, but there is time to spare. */
  excess: 25,
};
/** While new connections wait to be accepted, iterations of the loop have to be shorter. */
const ACCEPTING_FACTOR = 0.4;
const DISTRIBUTE_EVERY_MS = 100;
/** A request with a body of this size costs about twice as much as one without. */
const BYTES_PER_UNIT = 128 * 1024;
/** What a chunk of a stream costs, beside a request. */
const UNITS_PER_CHUNK = 0.2;
/** What is promised to tokens is a little less than what was measured; the rest goes to those who come first. */
const PROMISED_SHARE = 0.9;
/** The same for the work of admitted requests, whose bodies have still to arrive: estimated low, it cannot leave the process idle. */
const EXPECTED_SHARE = 0.7;
/** For each time that work is distributed. */
const BEST_KEPT = 0.99;
const CAPACITY_MEMORY_MS = 1_000;
/** Until something was measured: units per millisecond. */
const FIRST_CAPACITY = 1;
const MIN_CAPACITY = 1e-4;
const MIN_BUSY_MS = 0.01;

/**
 * While this process has more work than it can do, refuses requests of the tokens that ask for more than their fair share.
 * Only work for the processor counts: a request that waits for its upstream costs nothing.
 */
export class FairGate {
  /** The work of all requests that were admitted so far, in units: a small request is about one. */
  admittedUnits = 0;
  private readonly shares = new FairShares();
  private readonly queue: LoopQueue;
  /** Units of work that this process does in a millisecond in which it is not idle. */
  private capacity = FIRST_CAPACITY;
  /** The best of about the last ten seconds: without refusals, garbage collections and other work. */
  private bestCapacity = FIRST_CAPACITY;
  private charged = 0;
  private hasCredits = false;
  private distributed: { nowMs: number; busyMs: number };
  /** The work of requests that were admitted a moment ago, in milliseconds. */
  private expected = { workMs: 0, atMs: 0 };

  constructor(private readonly loop: Loop = new EventLoop()) {
    const { nowMs, busyMs } = loop;
    this.queue = new LoopQueue(nowMs, busyMs);
    this.distributed = { nowMs, busyMs };
    loop.start(() => this.endIteration());
  }

  get isOverloaded(): boolean {
    return this.queue.isOverloaded;
  }

  /** How long a request may have waited in the last second before it was seen. */
  get queueDelayMs(): number {
    return this.queue.delayMs;
  }

  /** Admits a request or throws `OverloadRefusal`. Returns a function to call at its end with the chunks it was sent. */
  admitUnderPressure(tokenId: string, bodyBytes: number): (chunks?: number) => void {
    const reason = this.findRefusal(tokenId, bodyBytes);
    if (reason !== undefined) throw new OverloadRefusal(reason);
    const { nowMs } = this.loop;
    const tenant = this.shares.getTenant(tokenId, nowMs);
    const units = toUnits(bodyBytes);
    tenant.offered += units;
    this.charge(tenant, units);
    this.admittedUnits += units;
    this.expected.workMs = this.expectedMs(nowMs) + (EXPECTED_SHARE * units) / this.bestCapacity;
    this.expected.atMs = nowMs;
    return (chunks = 0) => this.charge(tenant, chunks * UNITS_PER_CHUNK);
  }

  /** Why a request has to be refused now. One that has to be is counted as refused. */
  findRefusal(tokenId: string, bodyBytes: number): OverloadReason | undefined {
    const { nowMs, busyMs } = this.loop;
    this.loop.noticeRequest(nowMs);
    this.queue.countArrival();
    this.queue.observe(busyMs);
    this.distributeIfDue(nowMs, busyMs);
    if (!this.isOverloaded) return undefined;
    if (!this.hasCredits) this.shares.startCredits(nowMs);
    this.hasCredits = true;
    const tenant = this.shares.getTenant(tokenId, nowMs);
    const load = this.shares.getLoad(tenant, nowMs);
    const elapsedMs = this.queue.elapsedMs(busyMs);
    const waitMs = load === 'light' ? elapsedMs : Math.max(elapsedMs, this.expectedMs(nowMs));
    const factor = load !== 'light' && this.queue.isAccepting ? ACCEPTING_FACTOR : 1;
    if (waitMs <= MAX_WAIT_MS[load] * factor) return undefined;
    tenant.offered += toUnits(bodyBytes);
    const reason = load === 'light' ? 'full' : 'share';
    this.queue.countRefusal();
    return reason;
  }

  /** To be called for every connection that was accepted. */
  noticeConnection(): void {
    this.queue.noticeConnection();
  }

  close(): void {
    this.loop.stop();
  }

  onApplicationShutdown(): void {
    this.close();
  }

  private charge(tenant: Tenant, units: number): void {
    tenant.credit -= units;
    this.charged += units;
  }

  private expectedMs(nowMs: number): number {
    return Math.max(0, this.expected.workMs - (nowMs - this.expected.atMs));
  }

  private endIteration(): void {
    const { nowMs, busyMs } = this.loop;
    const wasIdle = this.queue.endIteration(nowMs, busyMs);
    if (wasIdle) this.expected.workMs = 0;
    this.hasCredits &&= this.isOverloaded;
    this.distributeIfDue(nowMs, busyMs);
  }

  private distributeIfDue(nowMs: number, busyMs: number): void {
    const elapsedMs = nowMs - this.distributed.nowMs;
    if (elapsedMs < DISTRIBUTE_EVERY_MS) return;
    const busyFor = Math.max(MIN_BUSY_MS, busyMs - this.distributed.busyMs);
    this.distributed = { nowMs, busyMs };
    this.capacity += (this.charged / busyFor - this.capacity) * (busyFor / (busyFor + CAPACITY_MEMORY_MS));
    this.capacity = Math.max(this.capacity, MIN_CAPACITY);
    this.bestCapacity = Math.max(this.capacity, this.bestCapacity * BEST_KEPT);
    this.charged = 0;
    this.shares.distribute(PROMISED_SHARE * this.capacity, elapsedMs, nowMs);
  }
}

function toUnits(bodyBytes: number): number {
  return 1 + bodyBytes / BYTES_PER_UNIT;
}
