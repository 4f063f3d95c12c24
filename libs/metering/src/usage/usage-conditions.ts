import { OUTCOMES_WITHOUT_ERROR } from '#canonical';
import { SqlConditions } from '#database';
import { getEventIdRange } from './begun-event.js';
import { type UsageFilter, type UsageListQuery } from './usage-query.js';
import { clean } from './usage-row.js';

/** Whether a row counts as an error. A disconnect by the client does not. */
export const IS_ERROR = `outcome <> ALL ('{${OUTCOMES_WITHOUT_ERROR.join(',')}}')`;

const NAME_NUMBER = '(SELECT id FROM usage_names WHERE name = ?)';

export function buildListConditions(query: UsageListQuery): SqlConditions {
  const conditions = buildConditions(query);
  const { format, outcome, isFailed, isPriced, isCacheHit, isFlagged, isEstimated } = query;
  const { outcomes, failedBesides, requestIdPrefix, isRefused, errorCode, minCostMicroUsd } = query;
  const { minDurationMs } = query;
  if (isRefused === true) conditions.add('FALSE');
  if (errorCode !== undefined) conditions.add('error_code = ?', clean(errorCode));
  if (minCostMicroUsd !== undefined) conditions.add('cost_micro_usd >= ?', minCostMicroUsd);
  addUserAgent(conditions, query.userAgent);
  if (format !== undefined) conditions.add(`format = ${NAME_NUMBER}`, clean(format));
  if (outcome !== undefined) conditions.add('outcome = ?', outcome);
  if (isFailed !== undefined) conditions.add(`(${IS_ERROR}) = ?`, isFailed);
  if (outcomes !== undefined) conditions.add('outcome = ANY(?)', outcomes);
  if (failedBesides !== undefined) conditions.add(`outcome <> 'ok' AND outcome <> ALL(?)`, failedBesides);
  if (requestIdPrefix !== undefined) addRequestIds(conditions, requestIdPrefix);
  if (isPriced !== undefined) conditions.add('(cost_micro_usd IS NOT NULL) = ?', isPriced);
  if (isCacheHit !== undefined) conditions.add('is_cache_hit = ?', isCacheHit);
  if (isEstimated !== undefined) conditions.add('is_estimated = ?', isEstimated);
  // Not with the operator `?`, because `?` marks parameters here.
  if (isFlagged !== undefined) conditions.add(`(detail->'flagged' IS NOT NULL) = ?`, isFlagged);
  if (minDurationMs !== undefined) conditions.add('duration_ms >= ?', minDurationMs);
  addMoments(conditions, query);
  return conditions;
}

export function addMoments(
  conditions: SqlConditions,
  { from, to }: Pick<UsageListQuery, 'from' | 'to'>,
): void {
  if (from !== undefined) conditions.add('started_at >= ?', from);
  if (to !== undefined) conditions.add('started_at < ?', to);
}

export function addUserAgent(conditions: SqlConditions, part: string | undefined): void {
  if (part !== undefined) conditions.add('strpos(lower(user_agent), lower(?)) > 0', clean(part));
}

/** Most request ids are derived from the row's id, so a prefix of them is a range of ids. */
export function addRequestIds(conditions: SqlConditions, prefix: string): void {
  const ids = getEventIdRange(prefix);
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

export function buildConditions({
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
    conditions.add(`${column} = ${NAME_NUMBER}`, clean(name));
  }
  if (sessionId !== undefined) conditions.add('session_id = ?', clean(sessionId));
  return conditions;
}
