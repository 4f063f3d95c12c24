import { type EntityManager } from 'typeorm';
import { type UsageEvent } from './usage-event.js';
import { clean } from './usage-row.js';

/** A row is updated at most this often, so that a busy token does not cause a write per batch. */
const PRECISION = `interval '1 minute'`;

const RECORD = `
  INSERT INTO token_uses (token_id, last_used_at)
  SELECT token_id, max(used_at) FROM unnest($1::text[], $2::timestamptz[]) AS used (token_id, used_at)
  WHERE NOT EXISTS (
    SELECT 1 FROM token_uses noted
    WHERE noted.token_id = used.token_id AND noted.last_used_at > used_at - ${PRECISION})
  GROUP BY token_id
  -- Always in the same order, so that two processes cannot deadlock.
  ORDER BY token_id
  ON CONFLICT (token_id) DO UPDATE SET last_used_at = EXCLUDED.last_used_at
  WHERE token_uses.last_used_at < EXCLUDED.last_used_at`;

/**
 * Finds uses that were not recorded by `noteTokenUses`: the release before this table was added does not call it.
 * Without such processes, this inserts nothing.
 */
const RECORD_HOURS = `
  INSERT INTO token_uses (token_id, last_used_at)
  SELECT names.name, newest.started_at
  FROM (SELECT token, max(hour) AS hour FROM usage_hours WHERE hour = ANY($1::timestamptz[]) GROUP BY token) AS used
  JOIN usage_names AS names ON names.id = used.token
  LEFT JOIN token_uses AS noted ON noted.token_id = names.name
  CROSS JOIN LATERAL (
    SELECT started_at FROM usage_events
    WHERE token = used.token AND started_at >= used.hour AND started_at < used.hour + interval '1 hour'
    ORDER BY started_at DESC LIMIT 1) AS newest
  WHERE noted.last_used_at IS NULL OR noted.last_used_at < used.hour
  ORDER BY names.name
  ON CONFLICT (token_id) DO UPDATE SET last_used_at = EXCLUDED.last_used_at
  WHERE token_uses.last_used_at < EXCLUDED.last_used_at`;

/** Records when the tokens of these requests were last used. */
export async function recordTokenUses(
  manager: EntityManager,
  events: readonly Pick<UsageEvent, 'tokenId' | 'startedAtMs'>[],
): Promise<void> {
  const uses = new Map<string, number>();
  for (const { tokenId, startedAtMs } of events) {
    if (startedAtMs > (uses.get(tokenId) ?? -Infinity)) uses.set(tokenId, startedAtMs);
  }
  await manager.query(RECORD, [
    [...uses.keys()].map((id) => clean(id)),
    [...uses.values()].map((ms) => new Date(ms)),
  ]);
}

/** The same, for all requests of hours that were just summed. */
export async function recordHourlyTokenUses(manager: EntityManager, hours: readonly Date[]): Promise<void> {
  await manager.query(RECORD_HOURS, [hours]);
}
