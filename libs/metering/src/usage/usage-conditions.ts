import { SqlConditions } from '#database';
import { eventIdsUnder } from './begun-event.js';
import { type UsageFilter, type UsageListQuery } from './usage-query.js';
import { clean } from './usage-row.js';

const NUMBER_OF_NAME = '(SELECT id FROM usage_names WHERE name = ?)';

export function getListConditions(query: UsageListQuery): SqlConditions {
  const conditions = getConditions(query);
  const { format, outcome, isFailed, isPriced, isCacheHit, isFlagged, minDurationMs, from, to } = query;
  const { outcomes, failedBesides, requestIdPrefix } = query;
  if (format !== undefined) conditions.add(`format = ${NUMBER_OF_NAME}`, clean(format));
  if (outcome !== undefined) conditions.add('outcome = ?', outcome);
  if (isFailed !== undefined) conditions.add(`(outcome <> 'ok') = ?`, isFailed);
  if (outcomes !== undefined) conditions.add('outcome = ANY(?)', outcomes);
  if (failedBesides !== undefined) conditions.add(`outcome <> 'ok' AND outcome <> ALL(?)`, failedBesides);
  if (requestIdPrefix !== undefined) addRequestIds(conditions, requestIdPrefix);
  if (isPriced !== undefined) conditions.add('(cost_micro_usd IS NOT NULL) = ?', isPriced);
  if (isCacheHit !== undefined) conditions.add('is_cache_hit = ?', isCacheHit);
  // Not by the operator for this: its name is what parameters are marked with.
  if (isFlagged !== undefined) conditions.add(`(detail->'flagged' IS NOT NULL) = ?`, isFlagged);
  if (minDurationMs !== undefined) conditions.add('duration_ms >= ?', minDurationMs);
  if (from !== undefined) conditions.add('started_at >= ?', from);
  if (to !== undefined) conditions.add('started_at < ?', to);
  return conditions;
}

/** The ids of events stand for most request ids, and have an order in which those with one beginning are together. */
function addRequestIds(conditions: SqlConditions, prefix: string): void {
  const ids = eventIdsUnder(prefix);
  if (ids === undefined) conditions.add('starts_with(request_id, ?)', clean(prefix));
  else {
    conditions.add(
      '((request_id IS NULL AND id BETWEEN ? AND ?) OR starts_with(request_id, ?))',
      ids.first,
      ids.last,
      clean(prefix),
    );
  }
}

export function getConditions({
  tokenId,
  owner,
  model,
  channel,
  operation,
  sessionId,
}: UsageFilter): SqlConditions {
  const conditions = new SqlConditions();
  const names = { token: tokenId, owner, model, channel, operation };
  for (const [column, name] of Object.entries(names)) {
    if (name === undefined) continue;
    conditions.add(`${column} = ${NUMBER_OF_NAME}`, clean(name));
  }
  if (sessionId !== undefined) conditions.add('session_id = ?', clean(sessionId));
  return conditions;
}
