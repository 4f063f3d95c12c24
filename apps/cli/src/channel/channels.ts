import { type ChannelView } from '#admin';
import { type NamedThings } from '../admin/find-named.js';

export const CHANNELS: NamedThings<ChannelView> = {
  noun: 'channel',
  path: '/api/channels',
  filter: 'search',
  isNamed: (channel, name) => channel.name === name,
};
