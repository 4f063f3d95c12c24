import { type TableRetention } from '#database';

export const REPLAYS_TABLES: readonly TableRetention[] = [
  {
    table: 'idempotency_keys',
    until: 'it expires, a day after its request ended',
    by: 'ExpiredReplaysRepository',
  },
  {
    table: 'cached_answers',
    until: 'it expires, or newer answers displace it',
    by: 'ExpiredReplaysRepository',
  },
];
