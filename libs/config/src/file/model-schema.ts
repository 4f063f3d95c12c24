import type { z } from 'zod';
import { CAPABILITIES } from '../capabilities.js';
import { priceSchema } from './price-schema.js';
import { realtimeSchema } from './realtime-schema.js';
import { addRuleIssue } from './rules.js';
import * as values from './values.js';

const STRATEGIES = ['priority', 'latency', 'cost'] as const;
const MAX_HEDGE_MS = 3_600_000;
const MAX_DEADLINE_MINUTES = 10_080;

const model = values.mapOf('a map that describes a model', {
  id: values.modelId,
  price: priceSchema.optional(),
  fallbacks: values.listOf('model ids', values.modelId).optional(),
  capabilities: values.listOf('capabilities', values.oneOf('a capability', CAPABILITIES)).optional(),
  strategy: values.oneOf('a strategy', STRATEGIES).optional(),
  hedgeMs: values.whole(1, MAX_HEDGE_MS).optional(),
  deadlineMinutes: values.whole(1, MAX_DEADLINE_MINUTES).optional(),
  realtime: realtimeSchema.optional(),
});

function checkFallbacks({ id, fallbacks = [] }: z.output<typeof model>, context: z.RefinementCtx): void {
  const position = fallbacks.indexOf(id);
  if (position !== -1) addRuleIssue(context, ['fallbacks', position], 'is the model itself');
}

export const modelSchema = model.superRefine(checkFallbacks);
