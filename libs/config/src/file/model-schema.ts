import { z } from 'zod';
import { CAPABILITIES } from '../capabilities.js';
import { realtimeSchema } from './realtime-schema.js';
import { addRuleIssue } from './rules.js';
import * as values from './values.js';

const STRATEGIES = ['priority', 'latency', 'cost'] as const;
const LONGEST_HEDGE_MS = 3_600_000;
const LONGEST_DEADLINE_MINUTES = 10_080;

const SIZE = /^[1-9]\d{0,4}x[1-9]\d{0,4}$/;

const priceBySize = z
  .object({ default: values.usd }, 'a map of amounts in USD by size')
  .catchall(values.usd)
  .superRefine(checkSizes);

function checkSizes(prices: Readonly<Record<string, number>>, context: z.RefinementCtx): void {
  for (const size of Object.keys(prices)) {
    if (size !== 'default' && !SIZE.test(size)) {
      addRuleIssue(context, [size], 'is neither a size such as 1280x720 nor default');
    }
  }
}

const price = values.mapOf('a map of prices', {
  inputPerMTok: values.usd.optional(),
  cachedInputPerMTok: values.usd.optional(),
  outputPerMTok: values.usd.optional(),
  perImage: values.usd.optional(),
  perSecondVideo: z.union([values.usd, priceBySize], 'an amount in USD, or a map of them by size').optional(),
  perMChar: values.usd.optional(),
  perMinuteAudio: values.usd.optional(),
  perRequest: values.usd.optional(),
  perSearch: values.usd.optional(),
});

const model = values.mapOf('a map that describes a model', {
  id: values.modelId,
  price: price.optional(),
  fallbacks: values.listOf('model ids', values.modelId).optional(),
  capabilities: values.listOf('capabilities', values.oneOf('a capability', CAPABILITIES)).optional(),
  strategy: values.oneOf('a strategy', STRATEGIES).optional(),
  hedgeMs: values.whole(1, LONGEST_HEDGE_MS).optional(),
  deadlineMinutes: values.whole(1, LONGEST_DEADLINE_MINUTES).optional(),
  realtime: realtimeSchema.optional(),
});

function checkFallbacks({ id, fallbacks = [] }: z.output<typeof model>, context: z.RefinementCtx): void {
  const position = fallbacks.indexOf(id);
  if (position !== -1) addRuleIssue(context, ['fallbacks', position], 'is the model itself');
}

export const modelSchema = model.superRefine(checkFallbacks);
