import { ChannelEntity, ChannelStateRepository } from '#catalog';
import { type Check, type DatabaseGiven, ok, warn } from './finding.js';

/** By what is known of a channel; what is not here is no trouble. */
const TROUBLES: Readonly<Record<string, string | undefined>> = {
  open: 'is not asked',
  cooling: 'is left alone',
  'key-refused': 'is not asked with a key that was refused',
};

export const checkChannels: Check<DatabaseGiven> = {
  name: 'channels',
  async look({ database }) {
    const channels = await database.getRepository(ChannelEntity).findBy({ enabled: true });
    if (channels.length === 0) {
      return [
        warn(
          'there is none',
          'Only sandbox models can be served: add one in the config file or the console.',
        ),
      ];
    }
    const states = await new ChannelStateRepository(database).findCurrent();
    const names = new Map(channels.map(({ id, name }) => [id, name]));
    const troubles = states.flatMap(({ channelId, upstreamModel, state, reason, remainingMs }) => {
      const name = names.get(channelId);
      const trouble = TROUBLES[state];
      if (name === undefined || trouble === undefined) return [];
      const subject = upstreamModel === undefined ? name : `${name} (${upstreamModel})`;
      const said = `${subject} ${trouble} for ${Math.ceil(remainingMs / 1000)} s: ${reason}`;
      return [warn(said, `"modelgate channel test ${name}" says what its upstream answers.`)];
    });
    return [ok(`${channels.length} enabled`), ...troubles];
  },
};
