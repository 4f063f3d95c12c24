import { type TableRetention } from '#database';

export const AUDIT_TABLES: readonly TableRetention[] = [
  {
    table: 'audit_entries',
    keptBecause:
      'Each entry has the hash of the one before it: without the old ones nobody could verify the new ones. It grows with what administrators do, not with requests.',
  },
];
