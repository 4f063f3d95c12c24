import { type TableRetention } from '#database';

export const WEBHOOKS_TABLES: readonly TableRetention[] = [
  {
    table: 'webhook_deliveries',
    until: 'it was delivered or failed 30 days ago',
    // A delivery that was replayed is pending, and has no end until it ends again.
    expired: `finished_at <= $1::timestamptz - interval '30 days' AND status <> 'pending'`,
  },
];
