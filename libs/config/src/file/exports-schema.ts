import { z } from 'zod';
import { s3Schema } from './media-schema.js';
import { addRuleIssue, unique } from './rules.js';
import * as values from './values.js';

const MAX_EXPORTS = 10;
const EXPORTS = `a list of up to ${MAX_EXPORTS} exports`;
const NAME = 'a name of lower-case letters, digits and hyphens (1 to 40)';
const MAX_EVERY_SECONDS = 86_400;
const MAX_ROWS = 100_000;
const MAX_MB = 64;

/** Large files suit S3; receivers of webhooks often reject bodies above a megabyte. */
const S3_MB = 8;
const WEBHOOK_MB = 1;

const entry = values.mapOf('a map that describes an export', {
  // The name is part of object names and a label of metrics.
  name: z.string(NAME).regex(/^[a-z\d][a-z\d-]{0,39}$/, NAME),
  content: values.flag.default(false),
  everySeconds: values.whole(1, MAX_EVERY_SECONDS).default(60),
  maxRows: values.whole(1, MAX_ROWS).default(10_000),
  maxMb: values.whole(1, MAX_MB).optional(),
  s3: s3Schema('exports').optional(),
  webhook: values
    .mapOf('a map of url and secret', { url: values.httpUrl, secret: values.webhookSecret })
    .optional(),
});

function checkDestination({ s3, webhook }: z.output<typeof entry>, context: z.RefinementCtx): void {
  if ((s3 === undefined) === (webhook === undefined)) {
    addRuleIssue(context, [], 'requires either s3 or webhook');
  }
}

const exportSchema = entry
  .superRefine(checkDestination)
  .transform(({ maxMb, ...rest }) => ({ ...rest, maxMb: maxMb ?? (rest.s3 ? S3_MB : WEBHOOK_MB) }));

/** Destinations to which requests and recorded contents are delivered in batches. */
export const exportsSchema = z
  .array(exportSchema, EXPORTS)
  .max(MAX_EXPORTS, EXPORTS)
  .superRefine(unique('exports', 'name'));
