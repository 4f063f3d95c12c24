import { type GatewayError } from '#canonical';
import { type Logger, OutageLog } from '#telemetry';
import { type Target } from '../select-targets.js';
import { type ChannelHealth } from './channel-health.js';
import { type ChannelFailure, type ChannelResultRepository } from './channel-result.repository.js';
import { type Clock, SYSTEM_CLOCK } from './clock.js';
import { LruCache } from './lru-cache.js';

/** A channel that goes on as it did is written down this often. */
const REPEAT_MS = 60_000;
/** However often a channel changes its mind, it is written down no more often than this. */
const GATHERING_MS = 1_000;
const MAX_CHANNELS = 5_000;
/** Made-up names of models are cut. */
const MAX_NAME = 256;

interface LastResult {
  failure: ChannelFailure | undefined;
  at: number;
}

export interface ChannelResultsOptions {
  health: Pick<ChannelHealth, 'onResult'>;
  repository: Pick<ChannelResultRepository, 'saveSuccess' | 'saveFailure'>;
  logger: Logger;
  clock?: Pick<Clock, 'now'>;
}

/** Writes down how requests to channels go: when that changes, now and then otherwise, and never while a request waits. */
export class ChannelResults {
  private readonly last = new LruCache<LastResult>(MAX_CHANNELS);
  /** Of each channel the newest success and the newest failure, the later one last. */
  private readonly unsaved = new Map<string, LastResult[]>();
  private readonly clock: Pick<Clock, 'now'>;
  private timer: NodeJS.Timeout | undefined;
  private isClosed = false;
  private readonly outage: OutageLog;

  constructor(private readonly parts: ChannelResultsOptions) {
    this.clock = parts.clock ?? SYSTEM_CLOCK;
    this.outage = new OutageLog(parts.logger, {
      gone: 'could not write down how a channel does',
      back: 'how channels do is written down again',
    });
    parts.health.onResult((target, error) => this.note(target, error));
  }

  onApplicationShutdown(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.timer);
    return this.save();
  }

  private note({ channel: { id, isStandIn }, upstreamModel }: Target, error: GatewayError | undefined): void {
    const at = this.clock.now();
    const last = this.last.get(id);
    const isSame = last !== undefined && (last.failure === undefined) === (error === undefined);
    if ((isSame && at - last.at < REPEAT_MS) || isStandIn === true) return;
    const result = { at, failure: error && toFailure(error, upstreamModel) };
    this.last.set(id, result);
    const others = (this.unsaved.get(id) ?? []).filter(
      ({ failure }) => (failure === undefined) !== (result.failure === undefined),
    );
    this.unsaved.set(id, [...others, result]);
    this.saveSoon();
  }

  private saveSoon(): void {
    if (this.timer !== undefined || this.isClosed) return;
    this.timer = setTimeout(() => {
      this.timer = undefined;
      void this.save();
    }, GATHERING_MS);
    this.timer.unref();
  }

  /** What cannot be saved now is known again after the next request. */
  private async save(): Promise<void> {
    const unsaved = [...this.unsaved];
    this.unsaved.clear();
    const { repository } = this.parts;
    for (const [channelId, results] of unsaved) {
      try {
        for (const { failure } of results) {
          await (failure === undefined
            ? repository.saveSuccess(channelId)
            : repository.saveFailure(channelId, failure));
        }
      } catch (error) {
        this.last.clear();
        return this.outage.failed(error);
      }
    }
    if (unsaved.length > 0) this.outage.worked();
  }
}

function toFailure({ kind, upstreamStatus }: GatewayError, upstreamModel: string): ChannelFailure {
  return {
    source: 'request',
    outcome: kind,
    upstreamStatus,
    upstreamModel: upstreamModel.slice(0, MAX_NAME),
  };
}
