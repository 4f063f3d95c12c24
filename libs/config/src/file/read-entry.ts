import type { z } from 'zod';
import type { KnownProvider } from '../known-provider.js';
import { channelSchema, findMissingKeys } from './channel-schema.js';
import { describeIssues } from './describe-issues.js';
import { modelSchema } from './model-schema.js';
import { Problem } from './problem.js';

/*
 * Entries that do not stand in a file, such as those of the admin API, by the rules of those that do. What is wrong
 * is thrown as a Problem.
 */

export function readChannelEntry(
  source: object,
  providers: readonly KnownProvider[],
): z.output<ReturnType<typeof channelSchema>> {
  return read(channelSchema(providers), source);
}

/** All that is wrong with an entry, for whoever fills in a form; empty where nothing is. */
export function listChannelProblems(source: object, providers: readonly KnownProvider[]): Problem[] {
  const result = channelSchema(providers).safeParse(source);
  if (result.success) return [];
  const problems = describeIssues(result.error.issues, source);
  const named = new Set(problems.map(({ path }) => path[0]));
  // The rules that compare settings are only looked at where each of them is right by itself.
  const missing = findMissingKeys(source, providers).filter(({ path }) => !named.has(path[0]));
  return [...problems, ...missing];
}

export function readModelEntry(source: object): z.output<typeof modelSchema> {
  return read(modelSchema, source);
}

function read<Schema extends z.ZodType>(schema: Schema, source: object): z.output<Schema> {
  const result = schema.safeParse(source);
  if (result.success) return result.data;
  const [problem] = describeIssues(result.error.issues, source);
  throw problem ?? new Problem([], 'is not valid');
}
