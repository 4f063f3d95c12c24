import { type GatewayError } from '#canonical';
import { LOGGER, type Logger, OutageLog } from '#telemetry';
import { Inject, Injectable } from '@nestjs/common';
import { type Target } from '../select-targets.js';
import { ChannelHealth } from './channel-health.js';
import { type ChannelFailure, ChannelResultRepository } from './channel-result.repository.js';
import { SYSTEM_CLOCK } from './clock.js';
import { LruCache } from './lru-cache.js';

/** How often a repeated result is stored. */
const REPEAT_MS = 60_000;
/** The minimum time between two writes. */
const BATCH_DELAY_MS = 1_000;
const MAX_CHANNELS = 5_000;
/** Longer model names are truncated. */
const MAX_NAME = 256;

interface LastResult {
  failure: ChannelFailure | undefined;
  at: number;
}

/**
 * Stores the results of requests to channels: when they change, otherwise from time to time, and never while a request
 * waits.
 */
@Injectable()
export class ChannelResults {
  private readonly last = new LruCache<LastResult>(MAX_CHANNELS);
  /** The newest success and failure of each channel, the later one last. */
  private readonly unsaved = new Map<string, LastResult[]>();
  private timer: NodeJS.Timeout | undefined;
  private isClosed = false;
  private readonly outage: OutageLog;

  constructor(
    health: ChannelHealth,
    private readonly repository: ChannelResultRepository,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.outage = new OutageLog(logger, {
      gone: 'channel results could not be stored',
      back: 'channel results are stored again',
    });
    health.onResult((target, error) => this.note(target, error));
  }

  onApplicationShutdown(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.timer);
    return this.save();
  }

  private note({ channel: { id, isStandIn }, upstreamModel }: Target, error: GatewayError | undefined): void {
    const at = SYSTEM_CLOCK.now();
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
    }, BATCH_DELAY_MS);
    this.timer.unref();
  }

  /** After an error, the next request of each channel is stored again. */
  private async save(): Promise<void> {
    const unsaved = [...this.unsaved];
    this.unsaved.clear();
    const { repository } = this;
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
