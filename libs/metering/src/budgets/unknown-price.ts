import { GatewayError } from '#canonical';
import { type PriceContext } from '../prices/price.js';
import { type BudgetAccountLimit } from './budget-account.js';

/** Whether any of the accounts limits an amount of money. */
export function requiresPrices(budgetAccounts: readonly BudgetAccountLimit[]): boolean {
  return budgetAccounts.some(({ limit, unit }) => unit === 'usd' && limit !== undefined);
}

/** The refusal of a request with a budget and an unknown price. */
export function unknownPrice(model: string, { serviceTier }: PriceContext = {}): GatewayError {
  const tier = serviceTier === undefined ? '' : ` in the service tier "${serviceTier.slice(0, 64)}"`;
  return new GatewayError(
    'model-not-allowed',
    `The model "${model}"${tier} has no known price, so a budget cannot limit its cost. ` +
      'An admin can set its price, or allow models without a price (budgets.allowUnpricedModels).',
    { param: 'model', code: 'model_price_unknown' },
  );
}
