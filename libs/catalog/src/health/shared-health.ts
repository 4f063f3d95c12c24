import { randomUUID } from 'node:crypto';
import { LOGGER, type Logger } from '#telemetry';
import { Inject, Injectable } from '@nestjs/common';
import { ChannelHealth } from './channel-health.js';
import { type ChannelState } from './channel-state.js';
import { ChannelStateRepository, type SharedState, getStateId } from './channel-state.repository.js';

/** Concurrent changes are sent together. */
const BATCH_DELAY_MS = 50;
const RETRY_MS = 1_000;
const MAX_UNSENT = 1_000;

/**
 * Shares health changes with other processes, without delaying requests. While the database is unavailable, each
 * process uses what it knows, and sends the rest later.
 */
@Injectable()
export class SharedHealth {
  private readonly unsent = new Map<string, ChannelState>();
  /** Identifies this process. */
  private readonly processId = randomUUID();
  private timer: NodeJS.Timeout | undefined;
  private sending: Promise<void> | undefined;
  private isUnavailable = false;
  private isClosed = false;

  constructor(
    private readonly health: ChannelHealth,
    private readonly states: ChannelStateRepository,
    @Inject(LOGGER) private readonly logger: Pick<Logger, 'warn'>,
  ) {
    health.onStateChange((state) => this.add(state));
  }

  /** Called when a row of `channel_states` has changed. */
  async onChange(id: string): Promise<void> {
    const state = await this.states.find(id);
    if (state !== undefined) this.learn(state);
  }

  /** Called when changes may have been missed. */
  async reload(): Promise<void> {
    for (const state of await this.states.findCurrent()) this.learn(state);
  }

  /** Sends the remaining changes, if possible. */
  async close(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.timer);
    await this.sending;
    await this.send();
  }

  onApplicationShutdown(): Promise<void> {
    return this.close();
  }

  private learn({ remainingMs, reportedBy, ...state }: SharedState): void {
    if (reportedBy === this.processId) return;
    this.health.learn({ ...state, until: this.health.clock.now() + remainingMs });
  }

  private add(state: ChannelState): void {
    const id = getStateId(state);
    this.unsent.delete(id);
    this.unsent.set(id, state);
    const [oldest] = this.unsent.keys();
    if (this.unsent.size > MAX_UNSENT && oldest !== undefined) this.unsent.delete(oldest);
    this.sendAfter(BATCH_DELAY_MS);
  }

  private sendAfter(delayMs: number): void {
    if (this.timer !== undefined || this.isClosed) return;
    this.timer = setTimeout(() => {
      this.sending = this.send().finally(() => {
        this.timer = undefined;
        if (this.unsent.size > 0) this.sendAfter(this.isUnavailable ? RETRY_MS : BATCH_DELAY_MS);
      });
    }, delayMs);
    this.timer.unref();
  }

  private async send(): Promise<void> {
    try {
      for (const [id, state] of this.unsent) {
        const remainingMs = state.until - this.health.clock.now();
        const isRelevant = state.state === 'closed' || remainingMs > 0;
        if (isRelevant) await this.save(state, Math.max(0, remainingMs));
        // It may have changed again meanwhile.
        if (this.unsent.get(id) === state) this.unsent.delete(id);
      }
      this.isUnavailable = false;
    } catch (error) {
      if (!this.isUnavailable)
        this.logger.warn({ err: error }, 'channel health could not be shared with other processes');
      this.isUnavailable = true;
    }
  }

  private async save(
    { isExtension: _isExtension, until: _until, ...state }: ChannelState,
    remainingMs: number,
  ): Promise<void> {
    await this.states.save({ ...state, remainingMs, reportedBy: this.processId });
  }
}
