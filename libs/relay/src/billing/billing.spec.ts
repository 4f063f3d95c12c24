import { describe, expect, it } from '@jest/globals';
import { type Token } from '#access';
import { type RoutedTarget } from '#catalog';
import { type Price } from '#config';
import { PriceBook, type BudgetAccountLimit } from '#metering';
import { Billing, type PricedRequest } from './billing.js';

const LIMITED: BudgetAccountLimit = {
  account: 'token:t',
  limit: 1,
  period: 'total',
  unit: 'usd',
  scope: 'token',
};
const UNLIMITED: BudgetAccountLimit = { account: 'token:t', period: 'total', unit: 'usd', scope: 'token' };

const at = (model: string, provider = 'openai-compatible'): RoutedTarget =>
  ({ channel: { provider }, model, upstreamModel: model }) as RoutedTarget;

const pricedRequest = (request: Partial<PricedRequest> = {}): PricedRequest => ({
  token: { id: 't' } as Token,
  model: 'm',
  operation: 'chat',
  priceContext: {},
  ...request,
});

function billingWith(
  prices: Record<string, Price>,
  {
    budgetAccount = LIMITED,
    allowsUnpriced = false,
  }: { budgetAccount?: BudgetAccountLimit; allowsUnpriced?: boolean } = {},
): Billing {
  return new Billing({
    journal: { begin: () => ({}) as never },
    budgets: { hold: () => ({}) as never },
    prices: new PriceBook({
      getOverride: () => undefined,
      filePrices: prices,
      catalogue: {
        find: () => undefined,
        findHost: () => undefined,
        getOwn: () => undefined,
        listProviders: () => [],
        revision: 0,
      },
    }),
    accounts: {
      of: () => [budgetAccount],
      requiresPrice: ([account]) => account?.limit !== undefined && !allowsUnpriced,
    },
  });
}

const BY_TOKEN = { inputPerMTok: 1, outputPerMTok: 2 };
const REFUSED = { kind: 'model-not-allowed', code: 'model_price_unknown', param: 'model' };

describe('filterPayable', () => {
  it('leaves out a fallback without a price', () => {
    const targets = [at('m'), at('unknown')];
    expect(billingWith({ m: BY_TOKEN }).filterPayable(pricedRequest(), targets)).toEqual([at('m')]);
    expect(() => billingWith({}).filterPayable(pricedRequest(), targets)).toThrow(
      expect.objectContaining(REFUSED),
    );
  });

  it.each<[what: string, price: Price, request: Partial<PricedRequest>]>([
    ['has no price for output', { inputPerMTok: 1 }, {}],
    ['is for images only', { perImage: 1 }, {}],
    ['does not have the priority tier', BY_TOKEN, { priceContext: { serviceTier: 'priority' } }],
    ['is empty', {}, { operation: 'speech' }],
  ])('rejects a model with a price that %s', (_what, price, request) => {
    expect(() => billingWith({ m: price }).filterPayable(pricedRequest(request), [at('m')])).toThrow(
      expect.objectContaining(REFUSED),
    );
  });

  it.each<
    [what: string, target: RoutedTarget, prices: Record<string, Price>, request: Partial<PricedRequest>]
  >([
    ['the sandbox', at('sandbox-chat', 'sandbox'), {}, {}],
    ['a request at a flat price', at('m'), { m: { perRequest: 0.01 } }, {}],
    ['a model that is free', at('m'), { m: { inputPerMTok: 0, outputPerMTok: 0 } }, {}],
    ['speech by the minute', at('m'), { m: { perMinuteAudio: 1 } }, { operation: 'speech' }],
    ['a call that a policy requires', at('m'), {}, { isByPolicy: true }],
  ])('allows %s', (_what, target, prices, request) => {
    expect(billingWith(prices).filterPayable(pricedRequest(request), [target])).toEqual([target]);
  });

  it('allows everything without a budget, or if unpriced models are allowed', () => {
    expect(billingWith({}, { budgetAccount: UNLIMITED }).filterPayable(pricedRequest(), [at('m')])).toEqual([
      at('m'),
    ]);
    expect(billingWith({}, { allowsUnpriced: true }).filterPayable(pricedRequest(), [at('m')])).toEqual([
      at('m'),
    ]);
  });
});
