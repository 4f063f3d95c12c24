import { setTimeout as sleep } from 'node:timers/promises';
import { Drain } from '#http-edge';
import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import { LiveSessions } from '../realtime/live-sessions.js';
import { OpenConnections } from './open-connections.js';

/** How long running requests may take to finish when the process stops. */
const DRAIN_MS = 120_000;

/** How long new requests are accepted after the readiness check fails, until load balancers have noticed it. */
export const GRACE_MS = Symbol('grace period');

/**
 * Fails the readiness check, then ends sessions and closes connections after their running requests. Nest closes the HTTP server
 * after this, and then the other components.
 */
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
    await this.sessions.closeAll();
    this.connections.close();
  }
}
