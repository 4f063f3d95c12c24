import { type TableRetention } from '#database';

export const SETTINGS_TABLES: readonly TableRetention[] = [
  { table: 'settings', keptBecause: 'It has one row per setting.' },
  {
    table: 'config_generations',
    keptBecause: 'It has one row per change of the config file, which identifies older files.',
  },
  {
    table: 'config_places',
    until: '90 days after a start with a config file there',
    expired: `seen_at < $1::timestamptz - interval '90 days'`,
  },
  {
    table: 'config_sections',
    keptBecause:
      'It has one row per change of the other sections of the config file, which identifies older files.',
  },
  {
    table: 'config_overrides',
    keptBecause: 'It has at most one row per channel and token; clearing an override deletes it.',
  },
];
