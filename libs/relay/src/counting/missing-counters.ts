import { type Channel } from '#catalog';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';

/** The statuses of a service without a token counter. */
const MISSING_STATUSES = new Set([404, 405, 501]);
const MEMORY_MS = 10 * 60_000;
/** Per channel. Limited, because clients can invent model names. */
const MAX_MODELS = 250;

/**
 * Remembers which channels have no token counter, so that not every request calls them. Compatible servers often lack
 * it.
 */
@Injectable()
export class MissingCounters {
  private readonly missing = new WeakMap<Channel, LRUCache<string, true>>();

  isMissing({ channel, upstreamModel }: { channel: Channel; upstreamModel: string }): boolean {
    return this.missing.get(channel)?.has(upstreamModel) ?? false;
  }

  noteFailure(
    { channel, upstreamModel }: { channel: Channel; upstreamModel: string },
    status: number | undefined,
  ): void {
    if (status === undefined || !MISSING_STATUSES.has(status)) return;
    let models = this.missing.get(channel);
    if (models === undefined)
      this.missing.set(channel, (models = new LRUCache({ max: MAX_MODELS, ttl: MEMORY_MS })));
    models.set(upstreamModel, true);
  }
}
