import { type z } from 'zod';
import { boundedList } from './bounded.js';
import { addRuleIssue } from './rules.js';
import * as values from './values.js';

const SOURCES = 'a list of one or two https URLs or files';
const MAX_SOURCES = 2;
const MAX_HASHES = 20;
const MAX_HOURS = 720;

const modelUpdates = values.mapOf(
  'a map of from, everyHours, apply and one of publicKey, sha256 and unsigned',
  {
    from: boundedList(values.modelSource, { expected: SOURCES, nonEmpty: SOURCES, max: MAX_SOURCES }),
    everyHours: values.whole(1, MAX_HOURS).default(24),
    publicKey: values.publicKey.optional(),
    sha256: values.listOf('SHA-256 hashes', values.sha256, MAX_HASHES).optional(),
    unsigned: values.flag.default(false),
    apply: values.flag.default(false),
  },
);

/** Updates contain prices, so the file must explicitly say how a source is verified, or that it is not. */
function checkTrust(settings: z.output<typeof modelUpdates>, context: z.RefinementCtx): void {
  const { publicKey, sha256, unsigned } = settings;
  const checks = [publicKey !== undefined, sha256 !== undefined, unsigned].filter(Boolean);
  if (checks.length !== 1) {
    addRuleIssue(context, [], 'requires exactly one of publicKey, sha256 and unsigned: true');
  }
}

export const modelUpdatesSchema = modelUpdates.superRefine(checkTrust);
