import { type TableRetention } from '#database';

export const EXPORTS_TABLES: readonly TableRetention[] = [
  { table: 'exports', keptBecause: 'It has one or two rows per export in the config file.' },
];
