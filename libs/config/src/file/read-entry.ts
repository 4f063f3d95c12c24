import type { z } from 'zod';
import type { KnownProvider } from '../known-provider.js';
import { MAX_ISSUES } from './bounded.js';
import { channelSchema, findMissingKeys } from './channel-schema.js';
import { describeIssues } from './describe-issues.js';
import { modelSchema } from './model-schema.js';
import { Problem } from './problem.js';

/*
 * Validates single entries, such as those of the admin API, by the rules of the config file. Throws a Problem.
 */

export function readChannelEntry(
  source: object,
  providers: readonly KnownProvider[],
): z.output<ReturnType<typeof channelSchema>> {
  return read(channelSchema(providers), source);
}

/** All problems of an entry, for a form; empty if it is valid. */
export function listChannelProblems(source: object, providers: readonly KnownProvider[]): Problem[] {
  const result = channelSchema(providers).safeParse(source);
  if (result.success) return [];
  const problems = describeIssues(result.error.issues.slice(0, MAX_ISSUES), source);
  const reported = new Set(problems.map(({ path }) => path[0]));
  // The schema only checks rules between settings if each setting is valid, so missing keys are checked here.
  const missing = findMissingKeys(source, providers).filter(({ path }) => !reported.has(path[0]));
  return [...problems, ...missing];
}

export function readModelEntry(source: object): z.output<typeof modelSchema> {
  return read(modelSchema, source);
}

function read<Schema extends z.ZodType>(schema: Schema, source: object): z.output<Schema> {
  const result = schema.safeParse(source);
  if (result.success) return result.data;
  const [problem] = describeIssues(result.error.issues.slice(0, MAX_ISSUES), source);
  throw problem ?? new Problem([], 'is not valid');
}
