import { type Channel, ChannelHealth, ChannelStateRepository } from '#catalog';
import { Injectable, Optional } from '@nestjs/common';
import { type ChannelFacts } from './channel-view.js';
import { LastErrorsRepository } from './last-errors.repository.js';

/** What is known of channels beside their settings. */
@Injectable()
export class ChannelKnowledge {
  constructor(
    private readonly states: ChannelStateRepository,
    private readonly lastErrors: LastErrorsRepository,
    /** Of a process that serves model requests. */
    @Optional() private readonly traffic?: ChannelHealth,
  ) {}

  /** By the ids of the channels. */
  async of(channels: readonly Channel[]): Promise<ReadonlyMap<string, ChannelFacts>> {
    const [states, lastErrors] = await Promise.all([
      this.states.findOf(channels.map(({ id }) => id)),
      this.lastErrors.of(channels.map(({ name }) => name)),
    ]);
    return new Map(
      channels.map((channel) => [
        channel.id,
        {
          states: states.filter(({ channelId }) => channelId === channel.id),
          lastError: lastErrors.get(channel.name),
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
