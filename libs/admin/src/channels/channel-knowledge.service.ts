import { type Channel, ChannelHealth, ChannelResultRepository, ChannelStateRepository } from '#catalog';
import { type LastError, LastErrorsRepository } from '#metering';
import { Injectable, Optional } from '@nestjs/common';
import { describeOutcome } from '../requests/describe-outcome.js';
import { type ChannelFacts } from './channel-view.js';

/** What is known of channels beside their settings. */
@Injectable()
export class ChannelKnowledge {
  constructor(
    private readonly states: ChannelStateRepository,
    private readonly results: ChannelResultRepository,
    private readonly lastErrors: LastErrorsRepository,
    /** Of a process that serves model requests. */
    @Optional() private readonly traffic?: ChannelHealth,
  ) {}

  /** By the ids of the channels. */
  async of(channels: readonly Channel[]): Promise<ReadonlyMap<string, ChannelFacts>> {
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
          inFlight: this.inFlight(channel),
        },
      ]),
    );
  }

  private inFlight(channel: Channel): number | undefined {
    const entries = this.traffic?.snapshot([channel]);
    return entries?.reduce((all, { inFlight = 0 }) => all + inFlight, 0);
  }
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
