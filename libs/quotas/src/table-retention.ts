import { type TableRetention } from '#database';

export const QUOTAS_TABLES: readonly TableRetention[] = [
  { table: 'storage_use', keptBecause: 'It has one row per owner and kind of stored data.' },
  {
    table: 'storage_changes',
    until: 'it has been added to the totals, within a minute',
    by: 'StorageUseRepository',
  },
];
