/** Every event of an iteration that takes no longer is handled soon enough. */
const SHORT_ITERATION_MS = 40;
/** The same where a connection was accepted: libuv accepts one in an iteration, and others may wait for the next ones. */
const SHORT_ACCEPTING_MS = 10;
/** Of a single step, such as a garbage collection or a time without the processor, so much is not taken for work. */
const MAX_PAUSE_MS = 20;
/** A queue that lasts longer than this is no burst. */
const QUEUED_MS = 1_000;
/** Fewer requests than this in that time are no overload: the host gives the process too little of its processor. */
const MIN_QUEUED_REQUESTS = 100;
const WINDOW_MS = 1_000;
/** Who waits for events for so much of the time has no queue. */
const IDLE_SHARE = 0.05;
const RELAXED_SHARE = 0.1;

/**
 * Tells a queue that lasts from a burst, as CoDel does (RFC 8289): work that goes on for a second without one short
 * iteration of the event loop is more than this process can do. The longest single step does not count, because it may be a
 * garbage collection or one large body.
 */
export class LoopQueue {
  isOverloaded = false;
  /** Whether new connections may wait to be accepted. */
  isAccepting = false;
  /** How long the longest iteration of the last window took: a new request waits up to twice as long to be seen. */
  delayMs = 0;
  private maxIterationMs = 0;
  private hasAccepted = false;
  private refused = 0;
  private sinceBusyMs: number;
  private lastBusyMs: number;
  private maxStepMs = 0;
  /** The requests that have arrived since `sinceBusyMs`. */
  private queuedRequests = 0;
  /** Within this iteration. */
  private maxPauseMs = 0;
  private iteration: { nowMs: number; busyMs: number };
  private window: { nowMs: number; busyMs: number };

  constructor(nowMs: number, busyMs: number) {
    this.sinceBusyMs = this.lastBusyMs = busyMs;
    this.iteration = this.window = { nowMs, busyMs };
  }

  /** How long this process has worked on the events of this iteration. */
  elapsedMs(busyMs: number): number {
    return busyMs - this.iteration.busyMs - Math.min(this.maxPauseMs, MAX_PAUSE_MS);
  }

  /** To be called for every request, and at the end of every iteration. */
  observe(busyMs: number): void {
    const stepMs = busyMs - this.lastBusyMs;
    this.maxStepMs = Math.max(this.maxStepMs, stepMs);
    this.maxPauseMs = Math.max(this.maxPauseMs, stepMs);
    this.lastBusyMs = busyMs;
    const isLong = busyMs - this.sinceBusyMs - this.maxStepMs >= QUEUED_MS;
    if (isLong && this.queuedRequests >= MIN_QUEUED_REQUESTS) this.isOverloaded = true;
  }

  /** Returns whether the loop had nothing to do for a while. */
  endIteration(nowMs: number, busyMs: number): boolean {
    this.observe(busyMs);
    const busyFor = busyMs - this.iteration.busyMs;
    const idleFor = nowMs - this.iteration.nowMs - busyFor;
    // With more idle time than work, several iterations were seen as one.
    if (idleFor < busyFor) this.maxIterationMs = Math.max(this.maxIterationMs, busyFor);
    const wasIdle = idleFor > IDLE_SHARE * busyFor;
    this.isAccepting = this.hasAccepted && !wasIdle;
    this.hasAccepted = false;
    if (wasIdle || busyFor <= (this.isAccepting ? SHORT_ACCEPTING_MS : SHORT_ITERATION_MS)) {
      this.sinceBusyMs = busyMs;
      this.maxStepMs = 0;
      this.queuedRequests = 0;
    }
    this.iteration = { nowMs, busyMs };
    this.maxPauseMs = 0;
    if (nowMs - this.window.nowMs >= WINDOW_MS) this.endWindow(nowMs, busyMs);
    return wasIdle;
  }

  countArrival(): void {
    this.queuedRequests += 1;
  }

  noticeConnection(): void {
    this.hasAccepted = true;
  }

  countRefusal(): void {
    this.refused += 1;
  }

  /** The overload is over when there is time to spare, or when a window had nothing to refuse. */
  private endWindow(nowMs: number, busyMs: number): void {
    const idleShare = 1 - (busyMs - this.window.busyMs) / (nowMs - this.window.nowMs);
    if (this.refused === 0 || idleShare >= RELAXED_SHARE) this.isOverloaded = false;
    this.delayMs = this.maxIterationMs;
    this.maxIterationMs = 0;
    this.refused = 0;
    this.window = { nowMs, busyMs };
  }
}
