import { type TableRetention } from '#database';

export const RESPONSES_TABLES: readonly TableRetention[] = [
  {
    table: 'stored_responses',
    until: 'it is older than responses.retentionDays',
    expired: 'expires_at <= $1',
  },
  {
    table: 'stored_response_item_groups',
    until: 'its response is deleted',
    by: 'a foreign key with ON DELETE CASCADE',
  },
  {
    // Written by the version before.
    table: 'stored_response_items',
    until: 'its response is deleted',
    by: 'a foreign key with ON DELETE CASCADE',
  },
  {
    table: 'response_spools',
    until: 'its machine has stored all responses on its disk, or was not seen for 7 days',
    expired: "seen_at < $1::timestamptz - interval '7 days'",
  },
  {
    // The response itself is in `stored_responses`. This table has its request and its state.
    table: 'background_responses',
    until: 'it has been finished, or past its deadline, for a day',
    expired: `CASE WHEN status IN ('queued', 'in_progress') THEN deadline_at ELSE updated_at END
      <= $1::timestamptz - interval '24 hours'`,
  },
  {
    table: 'background_response_events',
    until: 'its response is deleted',
    by: 'a foreign key with ON DELETE CASCADE',
  },
];
