import { randomBytes } from 'node:crypto';

/** So that a dollar for a million tokens is a millionth of a dollar for one. */
const PRICE = { inputPerMTok: 1, outputPerMTok: 2 };
const OWNER = 'chaos';
/** Far more than is ever spent: budgets have to be leased and given back here, not to refuse. */
const BUDGET_USD = 1_000;
const TIMEOUTS = { connectMs: 5_000, firstByteMs: 20_000, idleMs: 20_000, wholeMs: 20_000 };

/** Those of the upstream in the style of OpenAI, and behind them those in the style of Anthropic. */
const MODELS = 100;
const OPENAI_MODELS = 65;

const modelIds = Array.from({ length: MODELS }, (_, index) => `model-${index}`);

/**
 * Usage has no room for a mark of our own. But no token asks a model twice, so that token and model together say which
 * stream a row is about.
 */
export function buildIdentity(index) {
  const model = index % MODELS;
  return {
    token: `token-${Math.floor(index / MODELS)}`,
    model: modelIds[model],
    upstream: model < OPENAI_MODELS ? 'openai' : 'anthropic',
  };
}

export function makeTokens(streams) {
  return Array.from({ length: Math.ceil(streams / MODELS) }, (_, index) => ({
    name: `token-${index}`,
    owner: OWNER,
    key: `sk-mg-chaos-${randomBytes(16).toString('hex')}`,
    budgetUsd: BUDGET_USD,
  }));
}

export function costMicroUsd({ inputTokens, outputTokens }) {
  return (inputTokens ?? 0) * PRICE.inputPerMTok + (outputTokens ?? 0) * PRICE.outputPerMTok;
}

/** One channel for each model, so that each request reaches an upstream once. */
export function configFor(upstreamOrigin, tokens) {
  const channel = { apiKey: 'sk-upstream', timeouts: TIMEOUTS };
  return {
    channels: [
      {
        ...channel,
        name: 'openai',
        provider: 'openai-compatible',
        baseUrl: `${upstreamOrigin}/v1`,
        models: modelIds.slice(0, OPENAI_MODELS),
      },
      {
        ...channel,
        name: 'anthropic',
        provider: 'anthropic',
        baseUrl: upstreamOrigin,
        models: modelIds.slice(OPENAI_MODELS),
      },
    ],
    models: modelIds.map((id) => ({ id, price: PRICE })),
    tokens,
    owners: [{ name: OWNER, budget: { usd: BUDGET_USD, period: 'monthly' } }],
    budgets: { globalUsd: BUDGET_USD, period: 'daily' },
  };
}
