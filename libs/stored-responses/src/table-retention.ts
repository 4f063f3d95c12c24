import { type TableRetention } from '#database';

export const STORED_RESPONSES_TABLES: readonly TableRetention[] = [
  { table: 'stored_responses', until: 'responses.retentionDays are over', expired: 'expires_at <= $1' },
];
