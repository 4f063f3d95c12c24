import { type Registry } from 'prom-client';
import { Children } from './children.js';
import { CounterFamily, type CounterValue } from './counter-family.js';
import { type ModelLabel } from './model-label.js';

/** The usage and cost of a request that reached an upstream. */
export interface UsageFacts {
  /** The name in the request. */
  model: string;
  usage: {
    inputTokens?: number;
    outputTokens?: number;
    cachedInputTokens?: number;
    reasoningTokens?: number;
  };
  /** Absent if the price is unknown. */
  costMicroUsd?: number;
}

const MAX_MODELS = 1_000;
const TOKEN_KINDS = ['input', 'output', 'cached', 'reasoning'] as const;
const MICRO_USD_PER_USD = 1_000_000;

export class UsageFamilies {
  private readonly tokens: Children<Record<(typeof TOKEN_KINDS)[number], CounterValue>>;
  private readonly costUsd: CounterFamily<'model'>;
  private readonly unknownCost: CounterFamily<'model'>;

  constructor(
    registry: Registry,
    private readonly getLabel: ModelLabel,
  ) {
    const tokens = new CounterFamily(registry, {
      name: 'modelgate_tokens_total',
      help: 'Tokens reported by providers. Input includes cached tokens, output includes reasoning.',
      labels: ['model', 'kind'],
      max: (MAX_MODELS + 1) * TOKEN_KINDS.length,
    });
    this.tokens = new Children(MAX_MODELS, (model = '') => ({
      input: tokens.get(model, 'input'),
      output: tokens.get(model, 'output'),
      cached: tokens.get(model, 'cached'),
      reasoning: tokens.get(model, 'reasoning'),
    }));
    this.costUsd = new CounterFamily(registry, {
      name: 'modelgate_cost_usd_total',
      help: 'Cost of requests with a known price.',
      labels: ['model'],
      max: MAX_MODELS,
    });
    this.unknownCost = new CounterFamily(registry, {
      name: 'modelgate_unknown_cost_requests_total',
      help: 'Requests that reached a provider and have no known cost.',
      labels: ['model'],
      max: MAX_MODELS,
    });
  }

  record({ model, usage, costMicroUsd }: UsageFacts): void {
    const label = this.getLabel(model);
    const tokens = this.tokens.get(label);
    tokens.input.add(usage.inputTokens ?? 0);
    tokens.output.add(usage.outputTokens ?? 0);
    tokens.cached.add(usage.cachedInputTokens ?? 0);
    tokens.reasoning.add(usage.reasoningTokens ?? 0);
    // The cost of a model without a price is unknown, not 0.
    if (costMicroUsd === undefined) this.unknownCost.get(label).add();
    else this.costUsd.get(label).add(costMicroUsd / MICRO_USD_PER_USD);
  }
}
