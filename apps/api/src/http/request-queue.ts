import { type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { FairQueue, type OverloadReason, OverloadRefusal, QUEUE_CLOCK, type QueueClock } from '#limits';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { ArrivingBodies, countUnits, getLength, isChunked, isLongBody } from './arriving-bodies.js';
import { HeldConnections } from './held-connections.js';
import { normaliseUrl } from './normalise-url.js';
import { OverloadAnswers } from './overload-answers.js';
import { QueueLines } from './queue-lines.js';

type Serve = (request: IncomingMessage, response: ServerResponse) => void;

interface Pending {
  begin: () => void;
  /** Called instead of `begin`. */
  refuse: (reason: OverloadReason, waitedMs: number) => void;
  /** When it began to wait. */
  since: QueueClock;
}

interface Refused {
  pending: Pending;
  reason: OverloadReason;
}

/**
 * A small request is one unit, which is about 0.3 ms of work. So many are begun in one iteration of the event loop, or one
 * request that is more.
 */
const UNITS_PER_ITERATION = 8;
/** The same while connections are accepted: libuv accepts one in an iteration, and others may wait for the next. */
const UNITS_WHILE_ACCEPTING = 2;
/** So many refusals are sent in an iteration in which other requests wait. They are about as much work as one request. */
const REFUSALS_PER_ITERATION = 4;
/** The same once a refusal has waited for `MAX_REFUSAL_WAIT_MS`, or nothing else waits. */
const MAX_REFUSALS_PER_ITERATION = 16;
const MAX_REFUSAL_WAIT_MS = 1_000;
/** So many refusals wait to be sent. The next one is sent at once. */
const MAX_REFUSALS_WAITING = 4_000;
/**
 * A request that has waited for so much CPU time of this process is refused. The longer requests wait, the more of what they
 * need has left the caches of the processor when they begin.
 */
const MAX_WAIT_CPU_MS = 100;
/** The same in time, for a host that gives the process almost no CPU time. */
const MAX_WAIT_MS = 5_000;
/** No request is refused before the queue has been in use for so much CPU time: a burst is not an overload. */
const MAX_BURST_CPU_MS = 300;
const MAX_WAITING = 2_000;
/** Requests that are taken out of the queue in one iteration because they waited too long. */
const MAX_OVERDUE_PER_ITERATION = 100;
const WINDOW_MS = 1_000;
const EXEMPT_PATHS = new Set(['/healthz', '/readyz', '/metrics']);

/**
 * Begins a limited amount of work in each iteration of the event loop. What arrives beyond that waits in a fair queue, so that
 * iterations stay short and a token that sends little does not wait for those that send much. A request that waits too long
 * is refused, whatever its route or credential, and refusals are part of the limited work. Waiting for an upstream does not
 * count: a request leaves the queue when its handling begins.
 */
@Injectable()
export class RequestQueue implements OnApplicationShutdown {
  private readonly queue = new FairQueue<Pending>(MAX_WAITING);
  private readonly bodies = new ArrivingBodies((lineKey, units) => this.queue.charge(lineKey, units));
  private refused: Refused[] = [];
  private serve: Serve = () => undefined;
  private spentUnits = 0;
  private hasAccepted = false;
  /** When the queue was last empty, by the CPU time of this process. */
  private emptyAtCpuMs = 0;
  private immediate: NodeJS.Immediate | undefined;
  /** Read once in an iteration, because a reading is a system call. */
  private now: QueueClock;
  private lastRefusalMs = -Infinity;
  private delay = { windowMs: 0, maxMs: 0, lastMaxMs: 0 };

  constructor(
    private readonly lines: QueueLines,
    private readonly answers: OverloadAnswers,
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
    this.turnWindow(this.clock.nowMs);
    return Math.max(this.delay.maxMs, this.delay.lastMaxMs);
  }

  /** Stands before the listeners that a server has now. */
  guard(server: Server): void {
    const listeners = server.listeners('request') as Serve[];
    server.removeAllListeners('request');
    this.serve = (request, response) => {
      for (const serve of listeners) serve.call(server, request, response);
    };
    server.on('connection', () => (this.hasAccepted = true));
    server.on('request', (request: IncomingMessage, response: ServerResponse) =>
      this.enter(request, response),
    );
  }

  /**
   * For a message on a WebSocket that asks for a response: it waits like a request. Returns undefined if it can begin now;
   * otherwise a promise, which is rejected with the refusal.
   */
  enterMessage(tokenId: string, bytes: number): Promise<void> | undefined {
    const units = countUnits(bytes);
    if (this.beginsNow(units)) return undefined;
    return new Promise((resolve, reject) => {
      const refuse = (reason: OverloadReason): void => reject(new OverloadRefusal(reason));
      this.add(tokenId, { begin: resolve, refuse }, units);
    });
  }

  /** Counts work that a token's request turned out to need. */
  charge(tokenId: string, units: number): void {
    this.queue.charge(tokenId, units);
  }

  onApplicationShutdown(): void {
    clearImmediate(this.immediate);
  }

  private enter(request: IncomingMessage, response: ServerResponse): void {
    if (isExempt(request)) return this.serve(request, response);
    const units = countUnits(getLength(request));
    if (this.beginsNow(units)) {
      if (isChunked(request)) this.bodies.follow(request, () => this.lines.find(request).key);
      return this.serve(request, response);
    }
    const line = this.lines.find(request);
    const isPaused = isLongBody(request);
    // The rest of the body stays with the client until the request begins.
    if (isPaused) request.socket.pause();
    const begin = (): void => {
      if (request.socket.destroyed) return;
      if (isPaused) request.socket.resume();
      if (isChunked(request)) this.bodies.follow(request, () => line.key);
      this.serve(request, response);
    };
    const refuse: Pending['refuse'] = (reason, waitedMs) => {
      if (!request.socket.destroyed) this.answers.send(request, response, { line, reason, waitedMs });
    };
    this.add(line.key, { begin, refuse }, units);
  }

  /** Whether there is work left for this iteration, and nothing waits for it. */
  private beginsNow(units: number): boolean {
    this.immediate ??= setImmediate(() => this.endIteration());
    const hasRoom = this.spentUnits === 0 || this.spentUnits + units <= UNITS_PER_ITERATION;
    if (this.queue.size > 0 || !hasRoom) return false;
    this.spentUnits += units;
    return true;
  }

  private add(lineKey: string, waiting: Omit<Pending, 'since'>, units: number): void {
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
    if (this.queue.size > 0) this.beginSome();
    this.sendRefusals();
    if (this.queue.size > 0 || this.refused.length > 0) {
      this.immediate ??= setImmediate(() => this.endIteration());
      this.connections.noteWaiting();
    } else {
      this.spentUnits = 0;
    }
  }

  private beginSome(): void {
    const limit = this.hasAccepted ? UNITS_WHILE_ACCEPTING : UNITS_PER_ITERATION;
    this.hasAccepted = false;
    this.bodies.countAll();
    while (this.spentUnits < limit) {
      const next = this.queue.take(this.spentUnits === 0 ? Infinity : limit - this.spentUnits);
      if (next === undefined) break;
      this.spentUnits += next.units;
      this.noteDelay(next.item);
      next.item.begin();
    }
    if (this.queue.size > 0) this.markOverdue();
  }

  private markOverdue(): void {
    const { nowMs, cpuMs } = this.now;
    const isBurst = cpuMs - this.emptyAtCpuMs < MAX_BURST_CPU_MS;
    const isOverdue = ({ since }: Pending): boolean =>
      (!isBurst && cpuMs - since.cpuMs > MAX_WAIT_CPU_MS) || nowMs - since.nowMs > MAX_WAIT_MS;
    for (const pending of this.queue.takeOverdue(isOverdue, MAX_OVERDUE_PER_ITERATION)) {
      this.markRefused(pending, 'share');
    }
  }

  private markRefused(pending: Pending, reason: OverloadReason): void {
    this.lastRefusalMs = this.now.nowMs;
    this.refused.push({ pending, reason });
    if (this.refused.length > MAX_REFUSALS_WAITING) this.sendRefusal(this.refused.shift());
  }

  /** In the order in which they were marked. */
  private sendRefusals(): void {
    const [first] = this.refused;
    if (first === undefined) return;
    const isUrgent =
      this.now.nowMs - first.pending.since.nowMs > MAX_REFUSAL_WAIT_MS || this.queue.size === 0;
    const count = isUrgent ? MAX_REFUSALS_PER_ITERATION : REFUSALS_PER_ITERATION;
    for (const refused of this.refused.splice(0, count)) this.sendRefusal(refused);
  }

  private sendRefusal(refused: Refused | undefined): void {
    if (refused === undefined) return;
    const { pending, reason } = refused;
    this.lastRefusalMs = this.now.nowMs;
    pending.refuse(reason, this.noteDelay(pending));
  }

  /** Returns how long it waited. */
  private noteDelay({ since }: Pending): number {
    const { nowMs } = this.now;
    const waitedMs = nowMs - since.nowMs;
    this.turnWindow(nowMs);
    this.delay.maxMs = Math.max(this.delay.maxMs, waitedMs);
    return waitedMs;
  }

  private readClock(): QueueClock {
    const { nowMs, cpuMs } = this.clock;
    this.now = { nowMs, cpuMs };
    return this.now;
  }

  private turnWindow(nowMs: number): void {
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
