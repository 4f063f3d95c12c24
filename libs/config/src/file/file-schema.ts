import { z } from 'zod';
import { BUDGET_PERIODS } from './budget-periods.js';
import { channelSchema } from './channel-schema.js';
import { mediaSchema } from './media-schema.js';
import { modelSchema } from './model-schema.js';
import { realtimeSchema } from './realtime-schema.js';
import { LONGEST_RETENTION_DAYS } from './retention.js';
import { unique } from './rules.js';
import { tokenSchema } from './token-schema.js';
import * as values from './values.js';

const MOST_OUTPUT_TOKENS = 1_000_000_000;

const retentionDays = values.whole(1, LONGEST_RETENTION_DAYS);

const policies = values.mapOf('a map of maxOutputTokens, moderation and redact', {
  maxOutputTokens: values.whole(1, MOST_OUTPUT_TOKENS).optional(),
  moderation: values
    .mapOf('a map of model and action', {
      model: values.modelId,
      action: values.oneOf('an action', ['block', 'flag']).default('block'),
    })
    .optional(),
  redact: values
    .listOf('kinds of text to redact', values.oneOf('a kind of text to redact', ['email', 'card', 'phone']))
    .optional(),
});

export const fileSchema = values.mapOf('a map of settings', {
  channels: z.array(channelSchema, 'a list of channels').superRefine(unique('channels', 'name')).default([]),
  tokens: z
    .array(tokenSchema, 'a list of tokens')
    .superRefine(unique('tokens', 'name'))
    .superRefine(unique('tokens', 'key'))
    .default([]),
  models: z.array(modelSchema, 'a list of models').superRefine(unique('models', 'id')).default([]),
  realtime: realtimeSchema.optional(),
  responses: values
    .mapOf('a map of store and retentionDays', {
      store: values.flag.default(true),
      retentionDays: retentionDays.default(30),
    })
    .optional(),
  media: mediaSchema.optional(),
  usage: values.mapOf('a map of retentionDays', { retentionDays: retentionDays.default(90) }).optional(),
  policies: policies.optional(),
  budgets: values
    .mapOf('a map of globalUsd and period', {
      globalUsd: values.usd,
      period: values.oneOf('a period', BUDGET_PERIODS).default('total'),
    })
    .optional(),
  sandbox: values.flag.optional(),
});

/** The file as it is written, and as the rest of the program reads it. */
export type FileSource = z.input<typeof fileSchema>;
export type FileSettings = z.output<typeof fileSchema>;
