import { MICRO_USD_PER_USD } from '#canonical';
import { type Config } from '#config';
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
        subject: `${threshold.account}:${threshold.limitMicroUsd}:${threshold.percent}:${tokenId}`,
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

function toPayload({ scope, name, period, limitMicroUsd, spentMicroUsd, percent }: BudgetThreshold) {
  return {
    type: 'budget.threshold',
    data: {
      scope,
      name,
      period,
      percent,
      limit_usd: limitMicroUsd / MICRO_USD_PER_USD,
      spent_usd: spentMicroUsd / MICRO_USD_PER_USD,
    },
  };
}
