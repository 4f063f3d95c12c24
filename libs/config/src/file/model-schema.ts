import { z } from 'zod';
import { boundedMap } from './bounded.js';
import { limitsSchema, parametersSchema, reasoningSchema } from './facts-schema.js';
import { addRuleIssue } from './rules.js';
import { modelTimeouts } from './timeouts-schema.js';
import * as values from './values.js';

const STRATEGIES = ['priority', 'latency', 'cost'] as const;
const MAX_HEDGE_MS = 3_600_000;
const MAX_DEADLINE_MINUTES = 10_080;

const MAX_FACTOR = 100;
const MAX_INPUT_TOKENS = 1_000_000_000;
const SIZE = '[1-9]\\d{0,4}x[1-9]\\d{0,4}';
const VIDEO_SIZE = new RegExp(`^${SIZE}$`);
const IMAGE_SIZE = new RegExp(`^(?:[a-z]{1,20} )?${SIZE}$`);

/** The capabilities of models: one for each family of endpoints. */
export const CAPABILITIES = [
  'chat',
  'completions',
  'responses',
  'embeddings',
  'images',
  'speech',
  'transcription',
  'rerank',
  'moderation',
  'realtime',
  'video',
] as const;

const tierRates = {
  inputPerMTok: values.usd.optional(),
  cachedInputPerMTok: values.usd.optional(),
  cacheWritePerMTok: values.usd.optional(),
  cacheWrite1hPerMTok: values.usd.optional(),
  outputPerMTok: values.usd.optional(),
  reasoningPerMTok: values.usd.optional(),
};

const tokenRates = {
  ...tierRates,
  audioInputPerMTok: values.usd.optional(),
  audioOutputPerMTok: values.usd.optional(),
  imageInputPerMTok: values.usd.optional(),
  imageOutputPerMTok: values.usd.optional(),
};

const tier = values.mapOf('a map of aboveInputTokens and prices', {
  aboveInputTokens: values.whole(1, MAX_INPUT_TOKENS),
  ...tierRates,
});

const tiers = values.listOf('tiers', tier).superRefine((list, context) => {
  for (const [position, { aboveInputTokens }] of list.entries()) {
    const before = list[position - 1]?.aboveInputTokens ?? 0;
    if (aboveInputTokens <= before) {
      addRuleIssue(context, [position, 'aboveInputTokens'], 'must be greater than that of the previous tier');
    }
  }
});

/** The prices of tokens in a service tier with its own rates. */
const serviceTierRates = values.mapOf('a map of the prices of tokens', {
  ...tokenRates,
  tiers: tiers.optional(),
});

const FACTOR = `a factor (0 to ${MAX_FACTOR})`;
const factor = z.number(FACTOR).min(0, FACTOR).max(MAX_FACTOR, FACTOR);

/** The price of a model, in USD. */
export const priceSchema = values.mapOf('a map of prices', {
  ...tokenRates,
  tiers: tiers.optional(),
  batch: serviceTierRates.optional(),
  flex: serviceTierRates.optional(),
  priority: serviceTierRates.optional(),
  fast: serviceTierRates.optional(),
  geoFactors: boundedMap(z.record(values.name, factor, 'a map of factors')).optional(),
  perImage: priceBySize(IMAGE_SIZE, '1024x1024 or high 1024x1024').optional(),
  perSecondVideo: priceBySize(VIDEO_SIZE, '1280x720').optional(),
  perMChar: values.usd.optional(),
  perMinuteAudio: values.usd.optional(),
  perRequest: values.usd.optional(),
  perSearch: values.usd.optional(),
  perWebSearch: values.usd.optional(),
  perSearchedRequest: values.usd.optional(),
  perCodeSession: values.usd.optional(),
});

export const realtimeSchema = values.mapOf('a map of transcribeModel, speechModel and voice', {
  transcribeModel: values.modelId.optional(),
  speechModel: values.modelId.optional(),
  voice: values.name.optional(),
});

const model = values.mapOf('a map that describes a model', {
  id: values.modelId,
  price: priceSchema.optional(),
  knownAs: values.upstreamModel.optional(),
  limits: limitsSchema.optional(),
  parameters: parametersSchema.optional(),
  reasoning: reasoningSchema.optional(),
  fallbacks: values.listOf('model ids', values.modelId).optional(),
  capabilities: values.listOf('capabilities', values.oneOf('a capability', CAPABILITIES)).optional(),
  strategy: values.oneOf('a strategy', STRATEGIES).optional(),
  hedgeMs: values.whole(1, MAX_HEDGE_MS).optional(),
  timeouts: modelTimeouts.optional(),
  deadlineMinutes: values.whole(1, MAX_DEADLINE_MINUTES).optional(),
  realtime: realtimeSchema.optional(),
});

function checkFallbacks({ id, fallbacks = [] }: z.output<typeof model>, context: z.RefinementCtx): void {
  const position = fallbacks.indexOf(id);
  if (position !== -1) addRuleIssue(context, ['fallbacks', position], 'is the model itself');
}

export const modelSchema = model.superRefine(checkFallbacks);

function priceBySize(pattern: RegExp, example: string) {
  const bySize = z
    .object({ default: values.usd }, 'a map of amounts in USD by size')
    .catchall(values.usd)
    .superRefine((prices, context) => {
      for (const size of Object.keys(prices)) {
        if (size !== 'default' && !pattern.test(size)) {
          addRuleIssue(context, [size], `is neither a size such as ${example} nor default`);
        }
      }
    });
  return z.union([values.usd, boundedMap(bySize)], 'an amount in USD, or a map of them by size');
}
