import { describe, expect, it } from '@jest/globals';
import { type Token } from '#access';
import { type Choice } from '#catalog';
import { type Price } from '#config';
import { PriceBook, type BudgetAccountLimit } from '#metering';
import { Billing, type PricedRequest } from './billing.js';

const LIMITED: BudgetAccountLimit = { account: 'token:t', limitMicroUsd: 1, period: 'total', scope: 'token' };
const UNLIMITED: BudgetAccountLimit = { account: 'token:t', period: 'total', scope: 'token' };

const at = (model: string, provider = 'openai-compatible'): Choice =>
  ({ channel: { provider }, model, upstreamModel: model }) as Choice;

const asked = (request: Partial<PricedRequest> = {}): PricedRequest => ({
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
    budgetAccountsFor: () => [budgetAccount],
    allowsUnpriced: () => allowsUnpriced,
  });
}

const BY_TOKEN = { inputPerMTok: 1, outputPerMTok: 2 };
const REFUSED = { kind: 'model-not-allowed', code: 'model_price_unknown', param: 'model' };

describe('what a budget can pay for', () => {
  it('is what has a price; a fallback without one is left out', () => {
    const targets = [at('m'), at('unknown')];
    expect(billingWith({ m: BY_TOKEN }).payable(asked(), targets)).toEqual([at('m')]);
    expect(() => billingWith({}).payable(asked(), targets)).toThrow(expect.objectContaining(REFUSED));
  });

  it.each<[what: string, price: Price, request: Partial<PricedRequest>]>([
    ['says nothing about answers', { inputPerMTok: 1 }, {}],
    ['is for images alone', { perImage: 1 }, {}],
    ['does not say what haste costs', BY_TOKEN, { priceContext: { serviceTier: 'priority' } }],
    ['says nothing', {}, { operation: 'speech' }],
  ])('is not what has a price that %s', (_what, price, request) => {
    expect(() => billingWith({ m: price }).payable(asked(request), [at('m')])).toThrow(
      expect.objectContaining(REFUSED),
    );
  });

  it.each<[what: string, target: Choice, prices: Record<string, Price>, request: Partial<PricedRequest>]>([
    ['the sandbox', at('sandbox-chat', 'sandbox'), {}, {}],
    ['a request at a flat price', at('m'), { m: { perRequest: 0.01 } }, {}],
    ['a model that is free', at('m'), { m: { inputPerMTok: 0, outputPerMTok: 0 } }, {}],
    ['speech by the minute', at('m'), { m: { perMinuteAudio: 1 } }, { operation: 'speech' }],
    ['what a policy asks for', at('m'), {}, { isByPolicy: true }],
  ])('is %s', (_what, target, prices, request) => {
    expect(billingWith(prices).payable(asked(request), [target])).toEqual([target]);
  });

  it('is everything where there is no budget, or where it may be', () => {
    expect(billingWith({}, { budgetAccount: UNLIMITED }).payable(asked(), [at('m')])).toEqual([at('m')]);
    expect(billingWith({}, { allowsUnpriced: true }).payable(asked(), [at('m')])).toEqual([at('m')]);
  });
});
