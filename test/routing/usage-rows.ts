import { type UsageAttempt } from '#metering';
import { eventually } from '../harness/index.js';
import { type Stage } from './stage.js';

/** A request as usage records store it. */
export interface UsageRow {
  channel: string;
  outcome: string;
  isEstimated: boolean;
  isStreamed: boolean;
  inputTokens: number | null;
  outputTokens: number | null;
  costMicroUsd: number | null;
  attempts: UsageAttempt[] | undefined;
}

const SELECT_ROWS = `
  SELECT outcome, is_estimated AS "isEstimated", is_streamed AS "isStreamed",
    input_tokens AS "inputTokens", output_tokens AS "outputTokens",
    cost_micro_usd::int AS "costMicroUsd", detail->'attempts' AS attempts,
    (SELECT name FROM usage_names WHERE id = channel) AS channel
  FROM usage_events WHERE 'req_' || replace(id::text, '-', '') = $1`;

/** All rows of a request, once there are any. */
export function findUsageRows({ gateway }: Stage, requestId: string): Promise<UsageRow[]> {
  return eventually(async () => {
    await gateway.flushUsage();
    const rows = (await gateway.database.query(SELECT_ROWS, [requestId])) as unknown as UsageRow[];
    return rows.length > 0 ? rows : undefined;
  });
}

export interface UsageSums {
  rows: number;
  costMicroUsd: number;
  /** The amount in the ledger. */
  revenueMicroUsd: number;
}

export async function findUsageSums({ gateway }: Stage): Promise<UsageSums> {
  await gateway.flushUsage();
  const [sums] = await gateway.database.query(`
    SELECT (SELECT count(*)::int FROM usage_events) AS rows,
      (SELECT coalesce(sum(cost_micro_usd), 0)::int FROM usage_events) AS "costMicroUsd",
      (SELECT coalesce(sum(amount), 0)::int FROM ledger_entries WHERE account_id = 'revenue') AS "revenueMicroUsd"`);
  return sums as unknown as UsageSums;
}
