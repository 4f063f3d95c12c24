import { randomBytes } from 'node:crypto';

/** Dollars per million tokens are micro-dollars per token. */
const PRICE = { inputPerMTok: 1, outputPerMTok: 2 };
const OWNER = 'chaos';
/** More than is spent, so that budgets are leased and returned, but refuse nothing. */
const BUDGET_USD = 1_000;
const TIMEOUTS = { connectMs: 5_000, firstByteMs: 20_000, idleMs: 20_000, wholeMs: 20_000 };

/** The first models are in OpenAI's format, the others in Anthropic's. */
const MODELS = 100;
const OPENAI_MODELS = 65;

const modelIds = Array.from({ length: MODELS }, (_, index) => `model-${index}`);

/** Each token requests each model only once, so that token and model identify the stream of a row. */
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

/** One channel per model, so that each request reaches an upstream once. */
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
