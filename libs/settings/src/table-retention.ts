import { type TableRetention } from '#database';

export const SETTINGS_TABLES: readonly TableRetention[] = [
  { table: 'settings', keptBecause: 'It has one row for each setting that there is.' },
  {
    table: 'config_generations',
    keptBecause:
      'It has one row for each change of the config file, by which a file that was replaced is known again.',
  },
  {
    table: 'config_places',
    until: '90 days after a start with a config file there',
    expired: `seen_at < $1::timestamptz - interval '90 days'`,
  },
  {
    table: 'config_sections',
    keptBecause:
      'It has one row for each change of the rest of the config file, by which an older one is known again.',
  },
  {
    table: 'config_overrides',
    keptBecause: 'It has at most one row for each channel and token; clearing an override deletes it.',
  },
];
