import { describeOutcome } from '#canonical';
import { type Channel, ChannelHealth, ChannelResultRepository, ChannelStateRepository } from '#catalog';
import { type LastError, LastErrorsRepository, UsageRepository, type UsageSum } from '#metering';
import { Injectable, Optional } from '@nestjs/common';
import { type ChannelFacts } from './channel-view.js';

const HOUR_MS = 60 * 60_000;
const HOURS = 24;

/** Loads the health, the last result and error, and the traffic of channels. */
@Injectable()
export class ChannelFactsLoader {
  constructor(
    private readonly states: ChannelStateRepository,
    private readonly results: ChannelResultRepository,
    private readonly lastErrors: LastErrorsRepository,
    private readonly usage: UsageRepository,
    /** Only in a process that serves model requests. */
    @Optional() private readonly traffic?: ChannelHealth,
  ) {}

  /** Facts by channel id. */
  async load(channels: readonly Channel[]): Promise<ReadonlyMap<string, ChannelFacts>> {
    const ids = channels.map(({ id }) => id);
    const [states, results, lastErrors] = await Promise.all([
      this.states.findOfChannels(ids),
      this.results.find(ids),
      this.lastErrors.find(channels.map(({ name }) => name)),
    ]);
    return new Map(
      channels.map((channel) => [
        channel.id,
        {
          states: states.filter(({ channelId }) => channelId === channel.id),
          result: results.get(channel.id),
          lastError: viewError(lastErrors.get(channel.name)),
          inFlight: this.countInFlight(channel),
        },
      ]),
    );
  }

  /** The usage of the last 24 hours, by channel name. */
  async loadTraffic(): Promise<ReadonlyMap<string | undefined, UsageSum>> {
    const sums = await this.usage.sums({ ...getLastDay(new Date()), per: 'total', by: ['channel'] });
    return new Map(sums.map((sum) => [sum.names.channel, sum]));
  }

  private countInFlight(channel: Channel): number | undefined {
    const entries = this.traffic?.snapshot([channel]);
    return entries?.reduce((all, { inFlight = 0 }) => all + inFlight, 0);
  }
}

/** The current hour and the 23 before it, because usage is summed by whole hours. */
function getLastDay(now: Date): { from: Date; to: Date } {
  const end = Math.ceil(now.getTime() / HOUR_MS) * HOUR_MS;
  return { from: new Date(end - HOURS * HOUR_MS), to: new Date(end) };
}

function viewError(error: LastError | undefined): ChannelFacts['lastError'] {
  if (error === undefined) return undefined;
  const { at, requestId, outcome, upstreamStatus, upstreamModel } = error;
  return {
    at: at.toISOString(),
    outcome,
    upstream_status: upstreamStatus ?? null,
    error: describeOutcome(outcome, upstreamStatus) ?? outcome,
    request_id: requestId,
    upstream_model: upstreamModel,
  };
}
