import { type z } from 'zod';
import { addRuleIssue } from './rules.js';
import * as values from './values.js';

const STORES = ['folder', 's3'] as const;

export const MAX_RETENTION_DAYS = 36_500;

const PREFIX = 'the beginning of a name, such as media or gateways/production (no slash at either end)';

/** A bucket, and what the names of our objects in it begin with where nothing else is said. */
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
  retentionDays: values.whole(1, MAX_RETENTION_DAYS).default(30),
  s3: s3Schema('media').optional(),
});

function checkBucket({ store, s3: bucket }: z.output<typeof media>, context: z.RefinementCtx): void {
  if (store === 's3' && bucket === undefined) addRuleIssue(context, ['s3'], 'is missing: store s3 needs it');
}

/** A URL that has such a segment leads elsewhere than to the object of that name. */
function isPrefix(text: string): boolean {
  return text.split('/').every((segment) => !['', '.', '..'].includes(segment));
}

export const mediaSchema = media.superRefine(checkBucket);
