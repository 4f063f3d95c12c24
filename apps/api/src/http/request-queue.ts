import { type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { FairQueue, type OverloadReason, OverloadRefusal, QUEUE_CLOCK, type QueueClock } from '#limits';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { ArrivingBodies, countUnits, getLength, isChunked, isLongBody } from './arriving-bodies.js';
import { HeldConnections } from './held-connections.js';
import { normaliseUrl } from './normalise-url.js';
import { OverloadResponses } from './overload-responses.js';
import { QueueLines } from './queue-lines.js';

type RequestListener = (request: IncomingMessage, response: ServerResponse) => void;

interface QueuedRequest {
  start: () => void;
  /** Called instead of `start`. */
  refuse: (reason: OverloadReason, waitedMs: number) => void;
  /** When the request was added to the queue. */
  since: QueueClock;
}

interface PendingRefusal {
  pending: QueuedRequest;
  reason: OverloadReason;
}

/**
 * The work that is started in one iteration of the event loop, or one request that is more work. A small request is one
 * unit, about 0.3 ms of work.
 */
const UNITS_PER_ITERATION = 8;
/** The same while connections are accepted: libuv accepts one connection per iteration, so iterations must be short. */
const UNITS_WHILE_ACCEPTING = 2;
/** The refusals per iteration while requests wait. Together they are about as much work as one request. */
const REFUSALS_PER_ITERATION = 4;
/** The same if a refusal has waited for `MAX_REFUSAL_WAIT_MS`, or no request waits. */
const MAX_REFUSALS_PER_ITERATION = 16;
const MAX_REFUSAL_WAIT_MS = 1_000;
/** The refusals that can wait. If there is one more, the oldest is sent at once. */
const MAX_REFUSALS_WAITING = 4_000;
/**
 * A request that has waited for this CPU time of the process is refused. After a long wait, starting a request takes longer,
 * because its data is no longer in the caches of the processor.
 */
const MAX_WAIT_CPU_MS = 100;
/** The same in elapsed time, for a host that gives the process almost no CPU time. */
const MAX_WAIT_MS = 5_000;
/** Requests are refused only after the queue was in use for this CPU time: a burst is not an overload. */
const MAX_BURST_CPU_MS = 300;
const MAX_WAITING = 2_000;
/** The requests that are refused in one iteration because they waited too long. */
const MAX_OVERDUE_PER_ITERATION = 100;
const WINDOW_MS = 1_000;
const EXEMPT_PATHS = new Set(['/healthz', '/readyz', '/metrics']);

/**
 * Starts a limited amount of work in each iteration of the event loop. Further requests wait in a fair queue, so that iterations
 * are short, and a token with few requests does not wait for tokens with many. A request that waits too long is refused,
 * independent of its route and credential; refusals are part of the limited work. A request leaves the queue when its handling
 * starts, so the time of upstreams does not count.
 */
@Injectable()
export class RequestQueue implements OnApplicationShutdown {
  private readonly queue = new FairQueue<QueuedRequest>(MAX_WAITING);
  private readonly bodies = new ArrivingBodies((lineKey, units) => this.queue.charge(lineKey, units));
  private refused: PendingRefusal[] = [];
  private serve: RequestListener = () => undefined;
  private spentUnits = 0;
  private hasAccepted = false;
  /** When the queue was last empty, by the CPU time of this process. */
  private emptyAtCpuMs = 0;
  private immediate: NodeJS.Immediate | undefined;
  /** Read once per iteration, because each read is a system call. */
  private now: QueueClock;
  private lastRefusalMs = -Infinity;
  private delay = { windowMs: 0, maxMs: 0, lastMaxMs: 0 };

  constructor(
    private readonly lines: QueueLines,
    private readonly overloadResponses: OverloadResponses,
    private readonly connections: HeldConnections,
    @Inject(QUEUE_CLOCK) private readonly clock: QueueClock,
  ) {
    this.now = this.readClock();
  }

  /** Whether a request was refused within the last second. */
  get isOverloaded(): boolean {
    return this.clock.nowMs - this.lastRefusalMs < WINDOW_MS;
  }

  /** The longest wait within the last second. */
  get delayMs(): number {
    this.rotateWindow(this.clock.nowMs);
    return Math.max(this.delay.maxMs, this.delay.lastMaxMs);
  }

  /** Runs before the request listeners that the server has now. */
  guard(server: Server): void {
    const listeners = server.listeners('request') as RequestListener[];
    server.removeAllListeners('request');
    this.serve = (request, response) => {
      for (const serve of listeners) serve.call(server, request, response);
    };
    server.on('connection', () => (this.hasAccepted = true));
    server.on('request', (request: IncomingMessage, response: ServerResponse) =>
      this.queueRequest(request, response),
    );
  }

  /**
   * For a message on a WebSocket that is a request. Returns undefined if it can start now; otherwise a promise that rejects with
   * the refusal.
   */
  queueMessage(tokenId: string, bytes: number): Promise<void> | undefined {
    const units = countUnits(bytes);
    if (this.tryStart(units)) return undefined;
    return new Promise((resolve, reject) => {
      const refuse = (reason: OverloadReason): void => reject(new OverloadRefusal(reason));
      this.add(tokenId, { start: resolve, refuse }, units);
    });
  }

  /** Counts more work of a request, which was unknown when it started. */
  charge(tokenId: string, units: number): void {
    this.queue.charge(tokenId, units);
  }

  onApplicationShutdown(): void {
    clearImmediate(this.immediate);
  }

  private queueRequest(request: IncomingMessage, response: ServerResponse): void {
    if (isExempt(request)) return this.serve(request, response);
    const units = countUnits(getLength(request));
    if (this.tryStart(units)) {
      if (isChunked(request)) this.bodies.follow(request, () => this.lines.find(request).key);
      return this.serve(request, response);
    }
    const line = this.lines.find(request);
    const isPaused = isLongBody(request);
    // The rest of the body is not read until the request starts.
    if (isPaused) request.socket.pause();
    const start = (): void => {
      if (request.socket.destroyed) return;
      if (isPaused) request.socket.resume();
      if (isChunked(request)) this.bodies.follow(request, () => line.key);
      this.serve(request, response);
    };
    const refuse: QueuedRequest['refuse'] = (reason, waitedMs) => {
      if (!request.socket.destroyed)
        this.overloadResponses.send(request, response, { line, reason, waitedMs });
    };
    this.add(line.key, { start, refuse }, units);
  }

  /** Whether the request can start in this iteration: no request waits, and the work of the iteration is not used up. */
  private tryStart(units: number): boolean {
    this.immediate ??= setImmediate(() => this.endIteration());
    const hasRoom = this.spentUnits === 0 || this.spentUnits + units <= UNITS_PER_ITERATION;
    if (this.queue.size > 0 || !hasRoom) return false;
    this.spentUnits += units;
    return true;
  }

  private add(lineKey: string, waiting: Omit<QueuedRequest, 'since'>, units: number): void {
    if (this.queue.size === 0) {
      this.readClock();
      this.emptyAtCpuMs = this.now.cpuMs;
    }
    const surplus = this.queue.add(lineKey, { ...waiting, since: this.now }, units);
    if (surplus !== undefined) this.markRefused(surplus, 'full');
  }

  private endIteration(): void {
    this.immediate = undefined;
    this.spentUnits = 0;
    if (this.queue.size > 0 || this.refused.length > 0) this.readClock();
    if (this.queue.size > 0) this.startRequests();
    this.sendRefusals();
    if (this.queue.size > 0 || this.refused.length > 0) {
      this.immediate ??= setImmediate(() => this.endIteration());
      this.connections.noteWaiting();
    } else {
      this.spentUnits = 0;
    }
  }

  private startRequests(): void {
    const limit = this.hasAccepted ? UNITS_WHILE_ACCEPTING : UNITS_PER_ITERATION;
    this.hasAccepted = false;
    this.bodies.countAll();
    while (this.spentUnits < limit) {
      const next = this.queue.take(this.spentUnits === 0 ? Infinity : limit - this.spentUnits);
      if (next === undefined) break;
      this.spentUnits += next.units;
      this.noteDelay(next.item);
      next.item.start();
    }
    if (this.queue.size > 0) this.markOverdue();
  }

  private markOverdue(): void {
    const { nowMs, cpuMs } = this.now;
    const isBurst = cpuMs - this.emptyAtCpuMs < MAX_BURST_CPU_MS;
    const isOverdue = ({ since }: QueuedRequest): boolean =>
      (!isBurst && cpuMs - since.cpuMs > MAX_WAIT_CPU_MS) || nowMs - since.nowMs > MAX_WAIT_MS;
    for (const pending of this.queue.takeOverdue(isOverdue, MAX_OVERDUE_PER_ITERATION)) {
      this.markRefused(pending, 'share');
    }
  }

  private markRefused(pending: QueuedRequest, reason: OverloadReason): void {
    this.lastRefusalMs = this.now.nowMs;
    this.refused.push({ pending, reason });
    if (this.refused.length > MAX_REFUSALS_WAITING) this.sendRefusal(this.refused.shift());
  }

  /** Sends refusals in the order in which they were marked. */
  private sendRefusals(): void {
    const [first] = this.refused;
    if (first === undefined) return;
    const isUrgent =
      this.now.nowMs - first.pending.since.nowMs > MAX_REFUSAL_WAIT_MS || this.queue.size === 0;
    const count = isUrgent ? MAX_REFUSALS_PER_ITERATION : REFUSALS_PER_ITERATION;
    for (const refused of this.refused.splice(0, count)) this.sendRefusal(refused);
  }

  private sendRefusal(refused: PendingRefusal | undefined): void {
    if (refused === undefined) return;
    const { pending, reason } = refused;
    this.lastRefusalMs = this.now.nowMs;
    pending.refuse(reason, this.noteDelay(pending));
  }

  /** Returns how long the request has waited. */
  private noteDelay({ since }: QueuedRequest): number {
    const { nowMs } = this.now;
    const waitedMs = nowMs - since.nowMs;
    this.rotateWindow(nowMs);
    this.delay.maxMs = Math.max(this.delay.maxMs, waitedMs);
    return waitedMs;
  }

  private readClock(): QueueClock {
    const { nowMs, cpuMs } = this.clock;
    this.now = { nowMs, cpuMs };
    return this.now;
  }

  private rotateWindow(nowMs: number): void {
    const elapsedMs = nowMs - this.delay.windowMs;
    if (elapsedMs < WINDOW_MS) return;
    this.delay = { windowMs: nowMs, maxMs: 0, lastMaxMs: elapsedMs < 2 * WINDOW_MS ? this.delay.maxMs : 0 };
  }
}

function isExempt({ url = '' }: IncomingMessage): boolean {
  const normalised = normaliseUrl(url);
  const end = normalised.indexOf('?');
  return EXEMPT_PATHS.has(end === -1 ? normalised : normalised.slice(0, end));
}
