import { type TableRetention } from '#database';

const BY_PEOPLE =
  'Each row was made by a person or stands in the config file, and is deleted by whoever made it.';

export const CATALOG_TABLES: readonly TableRetention[] = [
  { table: 'channels', keptBecause: BY_PEOPLE },
  { table: 'models', keptBecause: BY_PEOPLE },
  { table: 'channel_results', keptBecause: 'Each channel has one row, which goes with it.' },
  { table: 'channel_states', until: 'it has been over for an hour', by: 'ChannelStateRepository' },
];
