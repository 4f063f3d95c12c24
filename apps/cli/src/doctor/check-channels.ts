import { ChannelEntity, ChannelStateRepository } from '#catalog';
import { type Check, type DatabaseCheckInput, ok, warn } from './finding.js';

/** By the state of a channel. Other states cause no warning. */
const STATE_WARNINGS: Readonly<Record<string, string | undefined>> = {
  open: 'receives no requests',
  cooling: 'is paused',
  'key-refused': 'does not use a rejected key',
};

export const checkChannels: Check<DatabaseCheckInput> = {
  name: 'channels',
  async run({ database }) {
    const channels = await database.getRepository(ChannelEntity).findBy({ enabled: true });
    if (channels.length === 0) {
      return [
        warn(
          'no channel is enabled',
          'Only sandbox models are available. Add a channel in the config file or the console.',
        ),
      ];
    }
    const states = await new ChannelStateRepository(database).findCurrent();
    const names = new Map(channels.map(({ id, name }) => [id, name]));
    const warnings = states.flatMap(({ channelId, upstreamModel, state, reason, remainingMs }) => {
      const name = names.get(channelId);
      const warning = STATE_WARNINGS[state];
      if (name === undefined || warning === undefined) return [];
      const subject = upstreamModel === undefined ? name : `${name} (${upstreamModel})`;
      const message = `${subject} ${warning} for ${Math.ceil(remainingMs / 1000)} s: ${reason}`;
      return [warn(message, `Run "modelgate channel test ${name}" to see the response of the provider.`)];
    });
    return [ok(`${channels.length} enabled`), ...warnings];
  },
};
