import { z } from 'zod';
import { type ModelFacts } from '../model-facts.js';

/** What one public data set says of a model. */
export interface ImportedModel extends Omit<ModelFacts, 'from' | 'aliases' | 'snapshots' | 'patterns'> {
  provider: string;
}

/** Public data sets are read for what is needed of them; the rest may be as it likes. */
export function readDataSet<T extends z.ZodType>(name: string, schema: T, given: unknown): z.output<T> {
  const read = schema.safeParse(given);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const place = issue === undefined || issue.path.length === 0 ? 'its top level' : issue.path.join('.');
  throw new Error(`this is not the form of ${name}: ${place}: ${issue?.message ?? 'unreadable'}`);
}

/** Undefined where nothing is left. */
export function compact<T extends object>(given: T): T | undefined {
  const entries = Object.entries(given).filter(([, value]) => value !== undefined);
  return entries.length === 0 ? undefined : (Object.fromEntries(entries) as T);
}

/** A rate as its page wrote it: sums of floating point have digits that nobody wrote. */
export function roundUsd(usd: number): number {
  return Number(usd.toPrecision(10));
}

export function isDate(text: string | undefined): text is string {
  return text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text);
}
