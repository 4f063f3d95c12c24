import { type TableRetention } from '#database';

export const RESPONSES_TABLES: readonly TableRetention[] = [
  { table: 'stored_responses', until: 'responses.retentionDays are over', expired: 'expires_at <= $1' },
  {
    table: 'stored_response_items',
    until: 'its response goes',
    by: 'a foreign key that deletes with the row it refers to',
  },
  {
    // The response itself is among the stored ones; here are its request and its events.
    table: 'background_responses',
    until: 'it has been finished, or past its deadline, for a day',
    expired: `CASE WHEN status IN ('queued', 'in_progress') THEN deadline_at ELSE updated_at END
      <= $1::timestamptz - interval '24 hours'`,
  },
  {
    table: 'background_response_events',
    until: 'its response goes',
    by: 'a foreign key that deletes with the row it refers to',
  },
];
