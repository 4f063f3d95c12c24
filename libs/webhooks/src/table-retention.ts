import { type TableRetention } from '#database';

export const WEBHOOKS_TABLES: readonly TableRetention[] = [
  {
    table: 'webhook_deliveries',
    until: 'it was delivered or given up 30 days ago',
    // One that was sent again has no end until it ends again.
    expired: `finished_at <= $1::timestamptz - interval '30 days' AND status <> 'pending'`,
  },
];
