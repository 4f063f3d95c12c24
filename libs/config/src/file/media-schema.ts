import { type z } from 'zod';
import { addRuleIssue } from './rules.js';
import { buildSettingSchemas } from './setting-schemas.js';
import * as values from './values.js';

const STORES = ['folder', 's3'] as const;

const PREFIX = 'a prefix, such as media or gateways/production (without a slash at either end)';

/** A bucket. `prefix` is the default prefix of the object names. */
export function s3Schema(prefix: string) {
  return values.mapOf('a map that describes an S3 bucket', {
    endpoint: values.baseUrl.optional(),
    region: values.name,
    bucket: values.name,
    accessKeyId: values.credential,
    secretAccessKey: values.credential,
    forcePathStyle: values.flag.default(false),
    prefix: values.name.refine(isPrefix, PREFIX).default(prefix),
  });
}

const media = values.mapOf('a map of store, retentionDays and s3', {
  store: values.oneOf('a media store', STORES).default('folder'),
  ...buildSettingSchemas('media'),
  s3: s3Schema('media').optional(),
});

function checkBucket({ store, s3: bucket }: z.output<typeof media>, context: z.RefinementCtx): void {
  if (store === 's3' && bucket === undefined)
    addRuleIssue(context, ['s3'], 'is missing: it is required for store s3');
}

/** URLs with empty or dot segments are normalized to another object name. */
function isPrefix(text: string): boolean {
  return text.split('/').every((segment) => !['', '.', '..'].includes(segment));
}

export const mediaSchema = media.superRefine(checkBucket);
