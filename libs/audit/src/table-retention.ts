import { type TableRetention } from '#database';

export const AUDIT_TABLES: readonly TableRetention[] = [
  {
    table: 'audit_entries',
    keptBecause:
      'Each entry has the hash of the one before it: the new ones cannot be verified without the old ones. It grows with administrative changes, not with requests.',
  },
];
