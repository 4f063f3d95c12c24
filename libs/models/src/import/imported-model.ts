import { z } from 'zod';
import { type ModelFacts } from '../model-facts.js';

/** The data of one public data set about a model. */
export interface ImportedModel extends Omit<ModelFacts, 'from' | 'aliases' | 'snapshots' | 'patterns'> {
  provider: string;
}

/** Validates the parts of a public data set that are needed. Other members are ignored. */
export function readDataSet<T extends z.ZodType>(name: string, schema: T, data: unknown): z.output<T> {
  const read = schema.safeParse(data);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const path = issue === undefined || issue.path.length === 0 ? 'its top level' : issue.path.join('.');
  throw new Error(`this is not the format of ${name}: ${path}: ${issue?.message ?? 'unreadable'}`);
}

/** Removes undefined members; returns undefined if none remains. */
export function compact<T extends object>(members: T): T | undefined {
  const entries = Object.entries(members).filter(([, value]) => value !== undefined);
  return entries.length === 0 ? undefined : (Object.fromEntries(entries) as T);
}

/** Rounds a rate to the digits of its page, because floating point sums have more. */
export function roundUsd(usd: number): number {
  return Number(usd.toPrecision(10));
}

export function isDate(text: string | undefined): text is string {
  return text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text);
}
