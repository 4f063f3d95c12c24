import { beforeAll, describe, expect, it } from '@jest/globals';
import { NAMED_ROWS } from './matrix.js';
import { PRICE_USD, unpriced } from './models.js';
import { refusal, refusalIn } from './refusals.js';
import { type Row } from './row.js';
import { type Stage, type GetStage } from './stage.js';
import { type ObservedCall } from './wire-tap.js';

export const BUDGET_TOKENS = {
  total: { budgetUsd: PRICE_USD },
  month: {},
  rich: { budgetUsd: 1_000 },
  team: {},
  free: {},
};

export const BUDGET_OWNERS = {
  month: { budget: { usd: PRICE_USD, period: 'monthly' } },
  team: { budget: { usd: 1_000, period: 'daily' } },
};

export function describeBudgets(staged: GetStage): void {
  describe('budgets', () => {
    let stage: Stage;

    beforeAll(() => {
      stage = staged();
    });

    /** The first request spends all of it. */
    async function askTwice(row: Row, column: string): Promise<ObservedCall> {
      const first = await stage.ask(row, { column });
      expect([first.error, first.received.status]).toEqual([undefined, 200]);
      const before = stage.received.length;
      const second = await stage.ask(row, { column });
      expect(stage.received).toHaveLength(before);
      expect(second.received.headers.get('x-should-retry')).toBe('false');
      expect(second.received.headers.get('retry-after')).toBeNull();
      return second;
    }

    it.each(NAMED_ROWS)('of a token, without a period, apply to %s', async (_name, row) => {
      expect(refusalIn(await askTwice(row, 'total'))).toEqual(refusal('budget for good', row));
    });

    it.each(NAMED_ROWS)('reject %s without a known price', async (_name, row) => {
      const before = stage.received.length;
      for (const column of ['rich', 'team']) {
        const refused = await stage.ask(row, { column, options: { model: unpriced(row.model) } });
        expect(refusalIn(refused)).toEqual(refusal('price unknown', { ...row, param: 'model' }));
      }
      expect(stage.received).toHaveLength(before);
      const { received, error } = await stage.ask(row, {
        column: 'free',
        options: { model: unpriced(row.model) },
      });
      expect([error, received.status]).toEqual([undefined, 200]);
    });

    it.each(NAMED_ROWS)('of an owner, per month, apply to %s', async (_name, row) => {
      expect(refusalIn(await askTwice(row, 'month'))).toEqual(refusal('budget of a period', row));
    });
  });
}

/** For a gateway that allows models without a price. */
export const LENIENT_BUDGETS = {
  tokens: { rich: { budgetUsd: 1_000 } },
  budgets: { globalUsd: 1_000, allowUnpricedModels: true },
};

export function describeLenientBudgets(staged: GetStage): void {
  describe('budgets that allow models without a price', () => {
    it.each(NAMED_ROWS)('allow them in %s', async (_name, row) => {
      const { received, error } = await staged().ask(row, {
        column: 'rich',
        options: { model: unpriced(row.model) },
      });
      expect([error, received.status]).toEqual([undefined, 200]);
    });
  });
}
