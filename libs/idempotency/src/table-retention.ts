import { type TableRetention } from '#database';

export const IDEMPOTENCY_TABLES: readonly TableRetention[] = [
  {
    table: 'idempotency_keys',
    until: 'it expires, a day after its request ended',
    expired: 'expires_at <= $1',
  },
];
