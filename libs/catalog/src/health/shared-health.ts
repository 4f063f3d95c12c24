import { type Logger } from '#telemetry';
import { type ChannelHealth } from './channel-health.js';
import { type ChannelState } from './channel-state.js';
import { type ChannelStateRepository, type ToldState, getStateId } from './channel-state.repository.js';
import { type Clock, SYSTEM_CLOCK } from './clock.js';

/** What happens at once is told at once. */
const GATHERING_MS = 50;
const RETRY_MS = 1_000;
const MAX_UNTOLD = 1_000;

export interface SharedHealthOptions {
  health: ChannelHealth;
  states: ChannelStateRepository;
  /** Names this process among all. */
  processId: string;
  logger: Pick<Logger, 'warn'>;
  clock?: Pick<Clock, 'now'>;
}

/**
 * Tells the other processes what this one finds out about channels, and learns from them; only what changes, and
 * never while a request waits. Where the database is away, each goes by what it knows, and tells the rest later.
 */
export class SharedHealth {
  private readonly untold = new Map<string, ChannelState>();
  private readonly clock: Pick<Clock, 'now'>;
  private timer: NodeJS.Timeout | undefined;
  private telling: Promise<void> | undefined;
  private isAway = false;
  private isClosed = false;

  constructor(private readonly parts: SharedHealthOptions) {
    this.clock = parts.clock ?? SYSTEM_CLOCK;
    parts.health.onStateChange((state) => this.add(state));
  }

  /** For the feed of changes: a row of `channel_states` has changed. */
  async onChange(id: string): Promise<void> {
    const state = await this.parts.states.find(id);
    if (state !== undefined) this.learn(state);
  }

  /** For the feed of changes: some may have been missed. */
  async reload(): Promise<void> {
    for (const state of await this.parts.states.findCurrent()) this.learn(state);
  }

  /** Tells what is left to tell, if it can. */
  async close(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.timer);
    await this.telling;
    await this.tell();
  }

  onApplicationShutdown(): Promise<void> {
    return this.close();
  }

  private learn({ remainingMs, reportedBy, ...state }: ToldState): void {
    if (reportedBy === this.parts.processId) return;
    this.parts.health.learn({ ...state, until: this.clock.now() + remainingMs });
  }

  private add(state: ChannelState): void {
    const id = getStateId(state);
    this.untold.delete(id);
    this.untold.set(id, state);
    const [oldest] = this.untold.keys();
    if (this.untold.size > MAX_UNTOLD && oldest !== undefined) this.untold.delete(oldest);
    this.tellIn(GATHERING_MS);
  }

  private tellIn(delayMs: number): void {
    if (this.timer !== undefined || this.isClosed) return;
    this.timer = setTimeout(() => {
      this.telling = this.tell().finally(() => {
        this.timer = undefined;
        if (this.untold.size > 0) this.tellIn(this.isAway ? RETRY_MS : GATHERING_MS);
      });
    }, delayMs);
    this.timer.unref();
  }

  private async tell(): Promise<void> {
    try {
      for (const [id, state] of this.untold) {
        const remainingMs = state.until - this.clock.now();
        const isWorthTelling = state.state === 'closed' || remainingMs > 0;
        if (isWorthTelling) await this.save(state, Math.max(0, remainingMs));
        // Unless it has changed again meanwhile.
        if (this.untold.get(id) === state) this.untold.delete(id);
      }
      this.isAway = false;
    } catch (error) {
      if (!this.isAway) this.parts.logger.warn({ err: error }, 'could not tell others how channels are');
      this.isAway = true;
    }
  }

  private async save(
    { isExtension: _isExtension, until: _until, ...state }: ChannelState,
    remainingMs: number,
  ): Promise<void> {
    await this.parts.states.save({ ...state, remainingMs, reportedBy: this.parts.processId });
  }
}
