import { type Registry } from 'prom-client';
import { Children } from './children.js';
import { CounterFamily, type Tally } from './counter-family.js';
import { type ModelLabel } from './model-label.js';

/** What a request that reached an upstream used and cost. */
export interface UsageFacts {
  /** As the client named it. */
  model: string;
  usage: {
    inputTokens?: number;
    outputTokens?: number;
    cachedInputTokens?: number;
    reasoningTokens?: number;
  };
  /** Absent where nobody knows the price. */
  costMicroUsd?: number;
}

const MAX_MODELS = 1_000;
const TOKEN_KINDS = ['input', 'output', 'cached', 'reasoning'] as const;
const MICRO_USD_PER_USD = 1_000_000;

export class UsageFamilies {
  private readonly tokens: Children<Record<(typeof TOKEN_KINDS)[number], Tally>>;
  private readonly costUsd: CounterFamily<'model'>;
  private readonly unknownCost: CounterFamily<'model'>;

  constructor(
    registry: Registry,
    private readonly getLabel: ModelLabel,
  ) {
    const tokens = new CounterFamily(registry, {
      name: 'modelgate_tokens_total',
      help: 'Tokens that upstreams reported. Cached ones are part of the input, reasoning is part of the output.',
      labels: ['model', 'kind'],
      max: (MAX_MODELS + 1) * TOKEN_KINDS.length,
    });
    this.tokens = new Children(MAX_MODELS, (model = '') => ({
      input: tokens.of(model, 'input'),
      output: tokens.of(model, 'output'),
      cached: tokens.of(model, 'cached'),
      reasoning: tokens.of(model, 'reasoning'),
    }));
    this.costUsd = new CounterFamily(registry, {
      name: 'modelgate_cost_usd_total',
      help: 'What requests cost, where the price is known.',
      labels: ['model'],
      max: MAX_MODELS,
    });
    this.unknownCost = new CounterFamily(registry, {
      name: 'modelgate_unknown_cost_requests_total',
      help: 'Requests that reached an upstream and whose cost nobody knows.',
      labels: ['model'],
      max: MAX_MODELS,
    });
  }

  record({ model, usage, costMicroUsd }: UsageFacts): void {
    const label = this.getLabel(model);
    const tokens = this.tokens.of(label);
    tokens.input.add(usage.inputTokens ?? 0);
    tokens.output.add(usage.outputTokens ?? 0);
    tokens.cached.add(usage.cachedInputTokens ?? 0);
    tokens.reasoning.add(usage.reasoningTokens ?? 0);
    // A model without a price has no cost at all, not one of 0.
    if (costMicroUsd === undefined) this.unknownCost.of(label).add();
    else this.costUsd.of(label).add(costMicroUsd / MICRO_USD_PER_USD);
  }
}
