import { type IncomingMessage, type ServerResponse } from 'node:http';
import { type Socket } from 'node:net';
import { FairGate } from '#limits';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';

/** Beside the work of admitted requests, so much may go to refusals before those who cause them have to wait. */
const REFUSAL_SHARE = 0.06;
/** Beside a small request that is served. */
const UNITS_PER_REFUSAL = 0.25;
const UNITS_PER_DISCARDED_MB = 1;
/** So many units a second are there for refusals in any case. */
const MIN_UNITS_PER_SECOND = 10;
const MAX_SAVED_UNITS = 30;
const MAX_HOLD_MS = 1_000;
const TICK_MS = 5;
/** While the process is idle, held connections are released sooner: some each time, so that they do not all send at once. */
const IDLE_SHARE = 0.2;
const IDLE_RELEASE_SHARE = 0.1;
const MIN_IDLE_RELEASE = 8;
const BYTES_PER_MB = 1_048_576;

interface Held {
  socket: Socket;
  untilMs: number;
}

/**
 * Delays clients that go on sending after their requests were refused, so that refusals do not cost the process what they
 * are to save: their connections are not read for up to a second, and TCP makes the clients wait.
 */
@Injectable()
export class HeldConnections implements OnApplicationShutdown {
  private held: Held[] = [];
  private timer: NodeJS.Timeout | undefined;
  /** What refusals may still cost; negative where they have cost more. */
  private savedUnits = 0;
  private lastTickMs = 0;
  private last = { nowMs: 0, idleMs: 0, admittedUnits: 0 };

  constructor(private readonly gate: FairGate) {}

  /** Counts a refusal, and holds its connection where refusals have become too many. */
  holdAfter(request: IncomingMessage, response: ServerResponse): void {
    const bodyMb = Number(request.headers['content-length'] ?? 0) / BYTES_PER_MB;
    const nowMs = performance.now();
    this.earn(nowMs);
    const units = UNITS_PER_REFUSAL + UNITS_PER_DISCARDED_MB * bodyMb;
    // One announced body, however large, must not make all others wait for long.
    this.savedUnits = Math.max(-MAX_SAVED_UNITS, this.savedUnits - units);
    if (this.savedUnits > 0 || isShared(request)) return;
    const { socket } = request;
    // After a response, Node itself resumes the connection to discard the body.
    response.once('close', () => setImmediate(() => this.hold(socket)));
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
    for (const { socket } of this.held) socket.resume();
    this.held = [];
  }

  private hold(socket: Socket): void {
    if (socket.destroyed) return;
    socket.pause();
    this.held.push({ socket, untilMs: performance.now() + MAX_HOLD_MS });
    this.timer ??= setInterval(() => this.release(), TICK_MS).unref();
  }

  private earn(nowMs: number): void {
    const { admittedUnits } = this.gate;
    const earned =
      REFUSAL_SHARE * (admittedUnits - this.last.admittedUnits) +
      (MIN_UNITS_PER_SECOND / 1_000) * (nowMs - this.last.nowMs);
    this.savedUnits = Math.min(MAX_SAVED_UNITS, this.savedUnits + earned);
    this.last.nowMs = nowMs;
    this.last.admittedUnits = admittedUnits;
  }

  /** The first to be held are the first to be released. */
  private release(): void {
    const nowMs = performance.now();
    this.earn(nowMs);
    const count = this.gate.isOverloaded ? this.countReleased(nowMs) : this.held.length;
    for (const { socket } of this.held.splice(0, count)) socket.resume();
    if (this.held.length > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }

  private countReleased(nowMs: number): number {
    const { idleTime: idleMs } = performance.nodeTiming;
    const isIdle = idleMs - this.last.idleMs > IDLE_SHARE * (nowMs - this.lastTickMs);
    this.lastTickMs = nowMs;
    this.last.idleMs = idleMs;
    const late = this.held.findIndex(({ untilMs }) => untilMs > nowMs);
    const overdue = late === -1 ? this.held.length : late;
    const affordable = Math.floor(Math.max(0, this.savedUnits) / UNITS_PER_REFUSAL);
    const wanted = isIdle ? Math.max(MIN_IDLE_RELEASE, this.held.length * IDLE_RELEASE_SHARE) : 0;
    return Math.ceil(Math.max(overdue, affordable, wanted));
  }
}

/** A proxy sends requests of many clients over one connection. */
function isShared({ headers }: IncomingMessage): boolean {
  return 'x-forwarded-for' in headers || 'forwarded' in headers || 'via' in headers;
}
