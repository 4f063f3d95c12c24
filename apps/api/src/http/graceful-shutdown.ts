import { setTimeout as sleep } from 'node:timers/promises';
import { Drain } from '#http-edge';
import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import { LiveSessions } from '../realtime/live-sessions.js';
import { OpenConnections } from './open-connections.js';

/** How long running answers may take once the process is asked to stop. */
const DRAIN_MS = 120_000;

/** How long requests are still taken after the readiness check has turned: balancers need a moment to notice. */
export const GRACE_MS = Symbol('grace period');

/** Lets running answers end. The HTTP server closes after this, and everything behind it after that. */
@Injectable()
export class GracefulShutdown implements BeforeApplicationShutdown {
  constructor(
    private readonly drain: Drain,
    private readonly sessions: LiveSessions,
    private readonly connections: OpenConnections,
    @Inject(GRACE_MS) private readonly graceMs: number,
  ) {}

  async beforeApplicationShutdown(): Promise<void> {
    this.drain.begin(this.graceMs + DRAIN_MS);
    await sleep(this.graceMs);
    await this.sessions.sendAway();
    this.connections.close();
  }
}
