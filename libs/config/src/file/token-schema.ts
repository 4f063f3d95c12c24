import { z } from 'zod';
import { limitKeys, oneBudget, withOneBudget } from './limits-schema.js';
import { webhookSchema } from './webhook-schema.js';
import * as values from './values.js';

const MAX_CACHE_SECONDS = 31_536_000;
const MAX_CONTENT_DAYS = 3650;

const TOKEN_KEY = 'a token key (20 to 200 printable ASCII characters without spaces)';

const token = values.mapOf('a map that describes a token', {
  name: values.name,
  key: z
    .string(TOKEN_KEY)
    .regex(/^[\x21-\x7e]{20,200}$/, TOKEN_KEY)
    .optional(),
  owner: values.name.optional(),
  models: values.listOf('models', values.modelPattern).optional(),
  ...limitKeys,
  expiresAt: values.dateTime.optional(),
  allowedIps: values.listOf('IP addresses or CIDRs', values.network).optional(),
  webhook: webhookSchema.optional(),
  cacheTtlSeconds: values.whole(0, MAX_CACHE_SECONDS).optional(),
  storeContent: values.mapOf('a map of ttlDays', { ttlDays: values.whole(1, MAX_CONTENT_DAYS) }).optional(),
});

export const tokenSchema = token.superRefine(oneBudget).transform(withOneBudget);
