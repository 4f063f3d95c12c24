import { MAX_RETENTION_DAYS } from '#declarations';
import { z } from 'zod';
import { type KnownProvider } from '../known-provider.js';
import { channelSchema } from './channel-schema.js';
import { exportsSchema } from './exports-schema.js';
import { budgetsSchema, membersSchema, ownerSchema, tokenSchema } from './limits-schema.js';
import { mediaSchema } from './media-schema.js';
import { modelUpdatesSchema } from './model-updates-schema.js';
import { modelSchema, realtimeSchema } from './model-schema.js';
import { unique } from './rules.js';
import { buildSectionSchemas, buildSettingSchemas } from './setting-schemas.js';
import * as values from './values.js';

const PRICES_FILE = 'the path of a file';
/** The maximum of the database column. */
const MAX_GENERATION = 2_147_483_647;
const retentionDays = values.whole(1, MAX_RETENTION_DAYS);

const otherSections = {
  ...buildSectionSchemas(),
  generation: values.whole(1, MAX_GENERATION).optional(),
  tokens: z
    .array(tokenSchema, 'a list of tokens')
    .superRefine(unique('tokens', 'name'))
    .superRefine(unique('tokens', 'key'))
    .default([]),
  owners: z.array(ownerSchema, 'a list of owners').superRefine(unique('owners', 'name')).default([]),
  members: membersSchema.optional(),
  models: z.array(modelSchema, 'a list of models').superRefine(unique('models', 'id')).default([]),
  modelUpdates: modelUpdatesSchema.optional(),
  pricesFile: z.string(PRICES_FILE).min(1, PRICES_FILE).optional(),
  realtime: realtimeSchema.optional(),
  media: mediaSchema.optional(),
  usage: values
    .mapOf('a map of retentionDays, ledgerRetentionDays and sumsRetentionDays', {
      ...buildSettingSchemas('usage'),
      ledgerRetentionDays: retentionDays.optional(),
      sumsRetentionDays: retentionDays.optional(),
    })
    .optional(),
  exports: exportsSchema.optional(),
  budgets: budgetsSchema.optional(),
  sandbox: values.flag.optional(),
};

/** The schema of one entry of each section, and the keys whose values must be unique. */
export function entrySchemas(providers: readonly KnownProvider[]) {
  return {
    channels: { schema: channelSchema(providers), unique: ['name'] },
    tokens: { schema: tokenSchema, unique: ['name', 'key'] },
    owners: { schema: ownerSchema, unique: ['name'] },
    models: { schema: modelSchema, unique: ['id'] },
  } as const;
}

export function fileSchema(providers: readonly KnownProvider[]) {
  const channels = z.array(channelSchema(providers), 'a list of channels');
  return values.mapOf('a map of settings', {
    channels: channels.superRefine(unique('channels', 'name')).default([]),
    ...otherSections,
  });
}

/** The file as written, and as the program uses it. */
export type FileSource = z.input<ReturnType<typeof fileSchema>>;
export type FileSettings = z.output<ReturnType<typeof fileSchema>>;
