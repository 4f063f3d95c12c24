import { type ChannelView } from '#admin';
import { type NamedResources } from '../admin/find-named.js';

export const CHANNELS: NamedResources<ChannelView> = {
  noun: 'channel',
  path: '/api/channels',
  filter: 'search',
  isNamed: (channel, name) => channel.name === name,
};
