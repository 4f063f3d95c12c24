import { type TableRetention } from '#database';

const BY_PEOPLE = 'Each row was created by a user or by the config file, and is deleted the same way.';

export const CATALOG_TABLES: readonly TableRetention[] = [
  { table: 'channels', keptBecause: BY_PEOPLE },
  { table: 'models', keptBecause: BY_PEOPLE },
  { table: 'channel_results', keptBecause: 'Each channel has one row, which is deleted with it.' },
  { table: 'channel_states', until: 'it ended an hour ago', by: 'ChannelStateRepository' },
];
