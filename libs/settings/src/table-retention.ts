import { type TableRetention } from '#database';

export const SETTINGS_TABLES: readonly TableRetention[] = [
  { table: 'settings', keptBecause: 'It has one row for each setting that there is.' },
];
