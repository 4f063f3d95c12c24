import { type IncomingMessage, type ServerResponse } from 'node:http';
import { type Socket } from 'node:net';
import { drawRetrySeconds } from '#limits';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { getLength } from './arriving-bodies.js';

interface HeldConnection {
  socket: Socket;
  heldAtMs: number;
  releaseAtMs: number;
}

const MS_PER_SECOND = 1_000;
const MIN_HOLD_MS = 1_000;
const MAX_HOLD_MS = 30_000;
/** One connection is released in this time, so that refusals take about a tenth of the CPU time. */
const MS_PER_UNIT = 5;
/** Reading and discarding a body of this size costs about as much as a refusal. */
const BYTES_PER_UNIT = 128 * 1024;
const TICK_MS = 5;
/** Without an overload, this many connections are released early in each tick. */
const EARLY_RELEASES_PER_TICK = 20;
/** An overload is over when no request has waited for this time. */
const CALM_MS = 20;

/**
 * After an overload refusal, stops reading from the connection until the client should retry. TCP then slows down a client that
 * ignores `retry-after`, at no cost to this process. The rest of a refused body is read when the connection is released. Each
 * refusal reserves its own time of release: the more clients are refused, the later they can retry.
 */
@Injectable()
export class HeldConnections implements OnApplicationShutdown {
  private held: HeldConnection[] = [];
  private timer: NodeJS.Timeout | undefined;
  private lastReservedMs = -Infinity;
  private lastWaitingMs = -Infinity;

  /**
   * Holds the connection of a refused request when the response is written. Returns the seconds after which the client
   * should try again.
   */
  holdAfter(request: IncomingMessage, response: ServerResponse): number {
    // After a response, Node itself resumes the connection to discard the body.
    const onSent = (next: () => void): void => void response.once('close', () => setImmediate(next));
    if (request.complete && isSharedByClients(request)) {
      onSent(() => request.socket.resume());
      return drawRetrySeconds();
    }
    const nowMs = performance.now();
    const releaseAtMs = this.reserve(nowMs, request.complete ? 1 : 1 + getLength(request) / BYTES_PER_UNIT);
    onSent(() => this.hold(request.socket, releaseAtMs));
    return Math.ceil((releaseAtMs - nowMs) / MS_PER_SECOND);
  }

  /** Called in each iteration of the event loop in which requests wait. */
  noteWaiting(): void {
    this.lastWaitingMs = performance.now();
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
    for (const { socket } of this.held) socket.resume();
    this.held = [];
  }

  private reserve(nowMs: number, units: number): number {
    const earliestMs = Math.max(this.lastReservedMs, nowMs + MIN_HOLD_MS - MS_PER_UNIT);
    this.lastReservedMs = Math.min(earliestMs + units * MS_PER_UNIT, nowMs + MAX_HOLD_MS);
    return this.lastReservedMs;
  }

  private hold(socket: Socket, releaseAtMs: number): void {
    if (socket.destroyed) return;
    socket.pause();
    this.held.push({ socket, heldAtMs: performance.now(), releaseAtMs });
    this.timer ??= setInterval(() => this.releaseDue(), TICK_MS).unref();
  }

  private releaseDue(): void {
    const nowMs = performance.now();
    const isCalm = nowMs - this.lastWaitingMs > CALM_MS;
    let count = 0;
    for (const { heldAtMs, releaseAtMs } of this.held) {
      const isEarly = isCalm && count < EARLY_RELEASES_PER_TICK && nowMs - heldAtMs >= MIN_HOLD_MS;
      if (releaseAtMs > nowMs && !isEarly) break;
      count += 1;
    }
    for (const { socket } of this.held.splice(0, count)) socket.resume();
    if (this.held.length > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
    this.lastReservedMs = -Infinity;
  }
}

/** A proxy sends requests of many clients over one connection. */
function isSharedByClients({ headers }: IncomingMessage): boolean {
  return 'x-forwarded-for' in headers || 'forwarded' in headers || 'via' in headers;
}
