import { z } from 'zod';
import { addRuleIssue } from './rules.js';
import * as values from './values.js';

const SOURCES = 'a list of one or two https addresses or files';
const MAX_SOURCES = 2;
const MAX_HASHES = 20;
const MAX_HOURS = 720;

const modelUpdates = values.mapOf(
  'a map of from, everyHours, apply and one of publicKey, sha256 and unsigned',
  {
    from: z.array(values.modelSource, SOURCES).min(1, SOURCES).max(MAX_SOURCES, SOURCES),
    everyHours: values.whole(1, MAX_HOURS).default(24),
    publicKey: values.publicKey.optional(),
    sha256: values
      .listOf('SHA-256 hashes', values.sha256)
      .max(MAX_HASHES, `a list of at most ${MAX_HASHES} SHA-256 hashes`)
      .optional(),
    unsigned: values.flag.default(false),
    apply: values.flag.default(false),
  },
);

/** Prices come with it: nobody believes a source because they forgot to say how it is to be checked. */
function checkTrust(settings: z.output<typeof modelUpdates>, context: z.RefinementCtx): void {
  const { publicKey, sha256, unsigned } = settings;
  const ways = [publicKey !== undefined, sha256 !== undefined, unsigned].filter(Boolean);
  if (ways.length !== 1) {
    addRuleIssue(context, [], 'needs one of publicKey, sha256 and unsigned: true, and not more');
  }
}

export const modelUpdatesSchema = modelUpdates.superRefine(checkTrust);
