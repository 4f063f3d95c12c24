import { type TableRetention } from '#database';

export const QUOTAS_TABLES: readonly TableRetention[] = [
  { table: 'storage_use', keptBecause: 'It has one row for each owner and kind of what they have stored.' },
  { table: 'storage_changes', until: 'it is added up, within a minute', by: 'StorageUseRepository' },
];
