import { type JsonObject, MICRO_USD_PER_USD } from '#canonical';
import { type Config } from '#config';
import { getRollingHours } from '#declarations';
import { GATEWAY_ID, WebhookOutbox } from '#webhooks';
import { type EntityManager } from 'typeorm';
import { type BudgetThreshold, type OnThreshold } from './thresholds.js';

interface Receiver {
  tokenId: string;
  url: string;
}

/** Sends a webhook to the token, owner or gateway whose budget has reached a threshold. */
export function createBudgetAlarms(budgets: NonNullable<Config['file']>['budgets']): OnThreshold {
  const outbox = new WebhookOutbox();
  const gateway = budgets?.webhook;
  return async (manager, threshold) => {
    const receivers =
      threshold.scope === 'global'
        ? gateway === undefined
          ? []
          : [{ tokenId: GATEWAY_ID, url: gateway.url }]
        : await findReceivers(manager, threshold);
    for (const { tokenId, url } of receivers) {
      await outbox.add(manager, {
        tokenId,
        url,
        event: 'budget.threshold',
        subject: `${getSubject(threshold)}:${tokenId}`,
        payload: toPayload(threshold),
      });
    }
  };
}

/** One receiver per URL, even if several tokens of an owner have the same URL. */
async function findReceivers(manager: EntityManager, { scope, name }: BudgetThreshold): Promise<Receiver[]> {
  return manager.query<Receiver[]>(
    `SELECT DISTINCT ON (webhook_url) id AS "tokenId", webhook_url AS url FROM tokens
     WHERE ${scope === 'token' ? 'id::text' : 'owner'} = $1 AND webhook_url IS NOT NULL AND enabled
     ORDER BY webhook_url, id`,
    [name],
  );
}

/** An event with the same subject is sent once. The account of a rolling budget is the same in every period. */
function getSubject({ account, limit, percent, period, reachedAt }: BudgetThreshold): string {
  const subject = `${account}:${limit}:${percent}`;
  return getRollingHours(period) === undefined ? subject : `${subject}:${reachedAt.toISOString()}`;
}

function toPayload({ scope, name, unit, period, limit, spent, percent }: BudgetThreshold): JsonObject {
  const amounts: JsonObject =
    unit === 'usd'
      ? { limit_usd: limit / MICRO_USD_PER_USD, spent_usd: spent / MICRO_USD_PER_USD }
      : { [`limit_${unit}`]: limit, [`spent_${unit}`]: spent };
  return { type: 'budget.threshold', data: { scope, name, period, percent, ...amounts } };
}
