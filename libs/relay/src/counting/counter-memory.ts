import { type Channel } from '#catalog';
import { Injectable } from '@nestjs/common';

/** What a service answers where it has no such thing. */
const MISSING = new Set([404, 405, 501]);
const MEMORY_MS = 10 * 60_000;
/** Of one channel. Names of models may be made up by clients. */
const MAX_MODELS = 1_000;

/**
 * Which channels turned out to have no counter: servers that are like a vendor's in all else often lack it. They are
 * not asked in vain with every request.
 */
@Injectable()
export class CounterMemory {
  private readonly missing = new WeakMap<Channel, Map<string, number>>();

  isMissing({ channel, upstreamModel }: { channel: Channel; upstreamModel: string }): boolean {
    const until = this.missing.get(channel)?.get(upstreamModel);
    return until !== undefined && performance.now() < until;
  }

  noteFailure(
    { channel, upstreamModel }: { channel: Channel; upstreamModel: string },
    status: number | undefined,
  ): void {
    if (status === undefined || !MISSING.has(status)) return;
    let models = this.missing.get(channel);
    if (models === undefined) this.missing.set(channel, (models = new Map()));
    if (models.size >= MAX_MODELS) models.clear();
    models.set(upstreamModel, performance.now() + MEMORY_MS);
  }
}
